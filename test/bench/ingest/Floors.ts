/**
 * Lower bounds for ingest: bare statements that write the rows which the product stored, in batches of the same size,
 * into copies of its tables with all partitions and indexes, into a copy of the posts table alone, and into a posts table
 * with only a primary key. They read nothing first, derive nothing from texts, and guarantee nothing about order or
 * deletions.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type ColumnType, recordset, type Value } from "../../../apps/server/src/database/client/Recordset.ts"

export const floors = ["copies", "copy_of_posts", "plain"] as const
export type Floor = (typeof floors)[number]

/** All tables with rows of a post; `posts` first. */
const tables = ["posts", "post_codes", "replies", "post_metrics"] as const
type Table = (typeof tables)[number]

const tablesOf: Readonly<Record<Floor, ReadonlyArray<Table>>> = {
  copies: tables,
  copy_of_posts: ["posts"],
  plain: ["posts"]
}

const nameOf = (floor: Floor, table: Table): string => `floor_${floor}_${table}`

/** The columns that a later version of a post changes. */
const changing = new Set([
  "like_count",
  "reply_count",
  "repost_count",
  "reshare_count",
  "impression_count",
  "observed_at",
  "metric_step"
])

type Row = Readonly<Record<string, Value>>

/** The rows of each table as stored by the product. */
export type StoredRows = ReadonlyMap<Table, ReadonlyArray<Row>>

interface Column {
  readonly name: string
  readonly type: string
}

interface Shape {
  readonly columns: ReadonlyArray<Column>
  readonly key: ReadonlyArray<string>
  readonly partitioning: string | null
}

/** Types sent unchanged; values of other types are sent as text. */
const travelling = new Map<string, ColumnType>([
  ["text", "text"],
  ["bigint", "bigint"],
  ["integer", "integer"],
  ["smallint", "smallint"],
  ["boolean", "boolean"],
  ["timestamp with time zone", "timestamptz"]
])

/** Copies the tables from their description in the catalog, with at most one level of partitions. */
export const makeFloors = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const shapeOf = Effect.fnUntraced(function* (table: Table) {
    const [shape] = yield* sql<Shape>`
      SELECT
        ARRAY(SELECT json_build_object('name', attname, 'type', atttypid::regtype) FROM pg_attribute
          WHERE attrelid = i.indrelid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
        ARRAY(SELECT a.attname::text FROM pg_attribute a
          WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)) AS key,
        pg_get_partkeydef(i.indrelid) AS partitioning
      FROM pg_index i WHERE i.indrelid = ${table}::regclass AND i.indisprimary`
    return shape ?? { columns: [], key: [], partitioning: null }
  })
  const shapes = new Map(
    yield* Effect.forEach(tables, (table) => Effect.map(shapeOf(table), (shape) => [table, shape] as const))
  )

  for (const floor of floors) {
    for (const table of tablesOf[floor]) {
      const partitioning = shapes.get(table)?.partitioning ?? null
      yield* floor === "plain"
        ? sql`CREATE TABLE ${sql(nameOf(floor, table))} (LIKE ${sql(table)} INCLUDING DEFAULTS, PRIMARY KEY (code))`
        : sql`CREATE TABLE ${sql(nameOf(floor, table))} (LIKE ${sql(table)} INCLUDING ALL)
            ${sql.literal(partitioning === null ? "" : `PARTITION BY ${partitioning}`)}`
    }
  }

  /** Adds partitions that the product has created since. */
  const addPartitionsOf = Effect.fnUntraced(function* (floor: Floor, table: Table) {
    const copy = nameOf(floor, table)
    const missing = yield* sql<{ source: string; name: string; bound: string }>`
      SELECT c.oid::regclass::text AS source, ${copy}::text || '_' || c.oid AS name,
        pg_get_expr(c.relpartbound, c.oid) AS bound
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = ${table}::regclass AND to_regclass(${copy}::text || '_' || c.oid) IS NULL ORDER BY c.oid`
    for (const { source, name, bound } of missing) {
      yield* sql`CREATE TABLE ${sql(name)} (LIKE ${sql.literal(source)} INCLUDING ALL)`
      yield* sql`ALTER TABLE ${sql(copy)} ATTACH PARTITION ${sql(name)} ${sql.literal(bound)}`
    }
  })

  const addPartitions = Effect.forEach(
    floors.filter((floor) => floor !== "plain"),
    (floor) => Effect.forEach(tablesOf[floor], (table) => addPartitionsOf(floor, table)),
    { discard: true }
  )

  // Sends rows like the product: an array per column, which PostgreSQL reads faster than JSON.
  const insert = (floor: Floor, table: Table, rows: ReadonlyArray<Row>, onConflict: "nothing" | "update") => {
    const { columns, key } = shapes.get(table) ?? { columns: [], key: [] }
    const names = columns.map(({ name }) => name)
    const list = (each: (column: Column) => string) => sql.literal(columns.map(each).join(", "))
    const assignments = names
      .filter((name) => changing.has(name))
      .map((name) => `"${name}" = excluded."${name}"`)
      .join(", ")
    const types = Object.fromEntries(columns.map(({ name, type }) => [name, travelling.get(type) ?? "text"]))
    return sql`
      INSERT INTO ${sql(nameOf(floor, table))} (${list(({ name }) => `"${name}"`)})
      SELECT ${list(({ name, type }) => (travelling.has(type) ? `"${name}"` : `"${name}"::${type}`))}
      FROM ${recordset(sql, "n", types, rows)}
      ON CONFLICT (${sql.literal(floor === "plain" ? "code" : key.join(", "))}) DO
      ${sql.literal(onConflict === "update" && table === "posts" ? `UPDATE SET ${assignments}` : "NOTHING")}`
  }

  /** A later version changes only posts and metrics. */
  const write = (floor: Floor, rows: StoredRows, onConflict: "nothing" | "update") => {
    const written = tablesOf[floor].filter(
      (table) => onConflict === "nothing" || table === "posts" || table === "post_metrics"
    )
    const each = Effect.forEach(written, (table) => insert(floor, table, rows.get(table) ?? [], onConflict), {
      discard: true
    })
    return written.length === 1 ? each : sql.withTransaction(each)
  }

  const stored = Effect.fnUntraced(function* (codes: ReadonlyArray<string>) {
    const rowsOf = (table: Table) => {
      const columns = (shapes.get(table)?.columns ?? []).map(({ name, type }) =>
        travelling.has(type) ? `"${name}"` : `"${name}"::text`
      )
      return sql<Row>`
        SELECT ${sql.literal(columns.join(", "))} FROM ${sql(table)} t
        WHERE code IN (SELECT jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb)) ORDER BY posted_at, code`
        .withoutTransform
    }
    return new Map(
      yield* Effect.forEach(tables, (table) => Effect.map(rowsOf(table), (rows) => [table, rows] as const))
    )
  })

  return { addPartitions, write, stored }
})
export type Floors = Effect.Success<typeof makeFloors>

/** Checks that all tables contain the same posts with the same counts. */
export const requireSameRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const sums = yield* Effect.forEach(
    ["posts", ...floors.map((floor) => nameOf(floor, "posts"))],
    (table) =>
      sql<{ posts: number; likes: number }>`
      SELECT count(*) AS posts, sum(like_count)::bigint AS likes FROM ${sql.literal(table)}`
  )
  const totals = new Set(sums.map(([sum]) => `${sum?.posts} posts with ${sum?.likes} likes`))
  if (totals.size > 1) yield* Effect.die(new Error(`The tables differ: ${[...totals].join(", ")}`))
})
