/**
 * Rows of JSON as flat records. A member of an object becomes a column of its own, such as `user.username`; an element of
 * a list of objects becomes a record of its own, such as a day of a trend. Anything else that is no single value stays JSON.
 */
import { Stream } from "effect"
import { Csv } from "effect/encoding"
import { type Json, objectOf } from "./Json.ts"

export interface Column {
  readonly name: string
  readonly path: ReadonlyArray<string>
}

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The properties of an object, or of any of several alternatives; none for anything else. */
const propertiesOf = (schema: Json): Json => {
  const alternatives = listOf(schema["anyOf"]).map(objectOf)
  if (alternatives.length > 0) return Object.assign({}, ...alternatives.map(propertiesOf))
  return objectOf(schema["properties"])
}

const columnsAt = (schema: Json, path: ReadonlyArray<string>): ReadonlyArray<Column> => {
  const members = Object.entries(propertiesOf(schema["type"] === "array" ? objectOf(schema["items"]) : schema))
  return members.length === 0
    ? [{ name: path.join("."), path }]
    : members.flatMap(([name, member]) => columnsAt(objectOf(member), [...path, name]))
}

/** The columns of every row with this JSON Schema. */
export const columnsOf = (row: Json): ReadonlyArray<Column> =>
  Object.entries(propertiesOf(row)).flatMap(([name, member]) => columnsAt(objectOf(member), [name]))

type Flat = Readonly<Record<string, unknown>>

const isObjects = (value: unknown): value is ReadonlyArray<object> =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "object" && one !== null)

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** `isColumn` says which names hold a value as it is. */
const flattened = (row: object, isColumn: (name: string) => boolean, prefix: string): ReadonlyArray<Flat> => {
  let records: ReadonlyArray<Flat> = [{}]
  for (const [key, value] of Object.entries(row)) {
    const name = `${prefix}${key}`
    const parts = isColumn(name)
      ? [{ [name]: value }]
      : isObject(value)
        ? flattened(value, isColumn, `${name}.`)
        : isObjects(value)
          ? value.flatMap((one) => flattened(one, isColumn, `${name}.`))
          : [{}]
    records = records.flatMap((record) => parts.map((part) => ({ ...record, ...part })))
  }
  return records
}

/** One record for each row, or one for each element of its list. */
export const recordsOf = (row: object, columns: ReadonlyArray<Column>): ReadonlyArray<Flat> => {
  const names = new Set(columns.map(({ name }) => name))
  return flattened(row, (name) => names.has(name), "")
}

/**
 * Prevents CSV injection: spreadsheets evaluate a cell that begins like this as a formula, and strangers choose names and
 * texts. A leading apostrophe makes it text. Cells that already have apostrophes there get one more, so that removing one
 * wherever this matches restores the value.
 */
const formula = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

const textCell = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)

/** Numbers stay numbers, null is empty, and what is no single value is JSON. */
export const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "string") return textCell(value)
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

export const csvOf = (rows: ReadonlyArray<object>, columns: ReadonlyArray<Column>) =>
  Stream.fromIterable(rows).pipe(
    Stream.flatMap((row) => Stream.fromIterable(recordsOf(row, columns))),
    Stream.map((record) => Object.fromEntries(columns.map(({ name }) => [name, cellOf(record[name])]))),
    Stream.pipeThroughChannel(Csv.encode({ columns: columns.map(({ name }) => name), headers: true }))
  )

/** Spreadsheets read a file without it in the code page of the machine. */
export const byteOrderMark = Uint8Array.of(0xef, 0xbb, 0xbf)
