/** An answer as rows of cells: which columns people see, in which order, and which page comes next. */
import type { PlaygroundOperation } from "@heddle/api/portal"
import { recordsOf } from "@heddle/api/tables"
import { Option, Schema } from "effect"
import type { CallValues } from "./CallValues.ts"

export type Row = Readonly<Record<string, unknown>>

/** As the server names them. */
type Columns = NonNullable<PlaygroundOperation["columns"]>

const Listed = Schema.Struct({ data: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) })

/** The rows of a list; undefined for any other answer. */
export const listedRows = (body: unknown, columns: Columns | null): ReadonlyArray<Row> | undefined =>
  columns === null
    ? undefined
    : Option.getOrUndefined(
        Option.map(Schema.decodeUnknownOption(Listed)(body), ({ data }) =>
          data.flatMap((row) => recordsOf(row, columns))
        )
      )

/** What tells rows apart stands first. */
const leading = ["rank", "date", "time", "keyword", "code", "username", "status", "caption", "value"]

/** Of use to programs only: the CSV and the JSON have them. */
const machine = new Set(["url", "media_url", "profile_picture", "user.profile_picture", "parameters", "key_id"])

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ""

const place = (name: string): number => {
  const index = leading.indexOf(name.split(".").at(-1) ?? name)
  return index === -1 ? leading.length : index
}

/** The names that the table shows: none without a value, none that repeats the author. */
export const shownColumns = (rows: ReadonlyArray<Row>, columns: Columns): ReadonlyArray<string> =>
  columns
    .map(({ name }) => name)
    .filter((name) => !machine.has(name) && name !== "user.username" && !name.startsWith("model."))
    .filter((name) => rows.some((row) => !isNothing(row[name])))
    .toSorted((one, other) => place(one) - place(other))

/** Unix seconds. */
export const isTimeColumn = (name: string): boolean => /(^|[._])(time|timestamp|at)$/.test(name)

export interface Order {
  readonly column: string
  readonly direction: "ascending" | "descending"
}

const compare = (one: unknown, other: unknown): number =>
  typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other))

/** What is unknown comes last in both directions. */
export const sorted = (rows: ReadonlyArray<Row>, order: Order | undefined): ReadonlyArray<Row> => {
  if (order === undefined) return rows
  const { column, direction } = order
  const known = rows.filter((row) => !isNothing(row[column]))
  const unknown = rows.filter((row) => isNothing(row[column]))
  const sign = direction === "ascending" ? 1 : -1
  return [...known.toSorted((one, other) => sign * compare(one[column], other[column])), ...unknown]
}

const Cursor = Schema.Struct({ next_cursor: Schema.NonEmptyString })
const Numbered = Schema.Struct({
  page: Schema.Finite,
  page_size: Schema.Finite,
  total: Schema.Finite,
  anchor: Schema.String
})

/** The call that continues this answer; undefined after the last page. */
export const nextCall = (body: unknown, values: CallValues): CallValues | undefined => {
  if (Schema.is(Cursor)(body)) return { ...values, cursor: body.next_cursor }
  return Schema.is(Numbered)(body) && body.page * body.page_size < body.total
    ? { ...values, page: String(body.page + 1), anchor: body.anchor }
    : undefined
}

const Told = Schema.Struct({ notices: Schema.Array(Schema.String) })

export const noticesOf = (body: unknown): ReadonlyArray<string> => (Schema.is(Told)(body) ? body.notices : [])

/** The names and values of an answer that is one record, and the lists in it. */
const Single = Schema.Struct({ data: Schema.Record(Schema.String, Schema.Unknown) })
const Lists = Schema.Array(Schema.Record(Schema.String, Schema.Unknown))

export interface Details {
  readonly facts: ReadonlyArray<readonly [name: string, value: unknown]>
  readonly lists: ReadonlyArray<{ readonly name: string; readonly rows: ReadonlyArray<Row>; readonly columns: Columns }>
}

const isRecord = Schema.is(Schema.Record(Schema.String, Schema.Unknown))

const flat = (record: Row, prefix = ""): Details["facts"] =>
  Object.entries(record).flatMap(([name, value]): Details["facts"] => {
    if (Array.isArray(value)) return []
    return isRecord(value) ? flat(value, `${prefix}${name}.`) : [[`${prefix}${name}`, value]]
  })

export const detailsOf = (body: unknown): Details | undefined => {
  if (!Schema.is(Single)(body)) return undefined
  const lists = Object.entries(body.data).flatMap(([name, value]) =>
    Schema.is(Lists)(value)
      ? [
          {
            name,
            rows: value,
            columns: [...new Set(value.flatMap(Object.keys))].map((key) => ({ name: key, path: [key] }))
          }
        ]
      : []
  )
  return { facts: flat(body.data), lists }
}
