/**
 * What the product's writing is compared with: bare statements that write the very rows the product stored, in batches
 * of the same size, into a copy of its table with all its partitions and indexes, and into a table with a primary key
 * alone. They read nothing first, derive nothing from a text, and keep no promise about order or deletions.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const floors = ["floor_copy", "floor_plain"] as const
export type Floor = (typeof floors)[number]

/** What a later sight of a post changes. */
const changing = new Set([
  "like_count",
  "reply_count",
  "repost_count",
  "reshare_count",
  "impression_count",
  "observed_at",
  "changed_in"
])

/** The copy, as the catalogue describes the table: one level of partitions or none. */
export const makeFloors = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [posts] = yield* sql<{
    partitioning: string | null
  }>`SELECT pg_get_partkeydef('posts'::regclass) AS partitioning`
  const partitioning = posts?.partitioning ?? null
  yield* sql`CREATE TABLE floor_copy (LIKE posts INCLUDING ALL)
    ${sql.literal(partitioning === null ? "" : `PARTITION BY ${partitioning}`)}`
  yield* sql`CREATE TABLE floor_plain (LIKE posts INCLUDING DEFAULTS INCLUDING GENERATED, PRIMARY KEY (code))`
  const columns = (yield* sql<{ name: string }>`
    SELECT attname::text AS name FROM pg_attribute
    WHERE attrelid = 'posts'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`).map(
    ({ name }) => name
  )
  const [key] = yield* sql<{ columns: ReadonlyArray<string> }>`
    SELECT ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)) AS columns
    FROM pg_index i WHERE i.indrelid = 'posts'::regclass AND i.indisunique ORDER BY i.indisprimary DESC LIMIT 1`
  const keys = { floor_copy: key?.columns ?? ["code"], floor_plain: ["code"] }
  const columnList = columns.map((column) => `"${column}"`).join(", ")

  /** Gives the copy the partitions that the product has made meanwhile. */
  const addPartitions = Effect.gen(function* () {
    const missing = yield* sql<{ source: string; copy: string; bound: string }>`
      SELECT c.oid::regclass::text AS source, 'floor_copy_' || c.oid AS copy, pg_get_expr(c.relpartbound, c.oid) AS bound
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'posts'::regclass AND to_regclass('floor_copy_' || c.oid) IS NULL ORDER BY c.oid`
    for (const { source, copy, bound } of missing) {
      yield* sql`CREATE TABLE ${sql(copy)} (LIKE ${sql.literal(source)} INCLUDING ALL)`
      yield* sql`ALTER TABLE floor_copy ATTACH PARTITION ${sql(copy)} ${sql.literal(bound)}`
    }
  })

  const assignments = columns
    .filter((column) => changing.has(column))
    .map((column) => `"${column}" = excluded."${column}"`)
    .join(", ")

  const write = (floor: Floor, rows: ReadonlyArray<unknown>, onConflict: "nothing" | "update") =>
    sql`
      INSERT INTO ${sql.literal(floor)} (${sql.literal(columnList)})
      SELECT ${sql.literal(columnList)} FROM jsonb_populate_recordset(NULL::posts, ${JSON.stringify(rows)}::jsonb)
      ON CONFLICT (${sql.literal(keys[floor].join(", "))}) DO
      ${sql.literal(onConflict === "nothing" ? "NOTHING" : `UPDATE SET ${assignments}`)}`

  /** Rows as the product stored them. */
  const stored = (codes: ReadonlyArray<string>) =>
    Effect.map(
      sql<{ row: unknown }>`
        SELECT to_jsonb(p) AS row FROM posts p
        WHERE code IN (SELECT jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb)) ORDER BY posted_at, code`,
      (rows) => rows.map(({ row }) => row)
    )

  return { addPartitions, write, stored }
})
export type Floors = Effect.Success<typeof makeFloors>

/** All three hold the same posts with the same counts, or the comparison says nothing. */
export const requireSameRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const sums = yield* Effect.forEach(
    ["posts", ...floors],
    (table) =>
      sql<{ posts: number; likes: number }>`
      SELECT count(*) AS posts, sum(like_count)::bigint AS likes FROM ${sql.literal(table)}`
  )
  const told = new Set(sums.map(([sum]) => `${sum?.posts} posts with ${sum?.likes} likes`))
  if (told.size > 1) yield* Effect.die(new Error(`The tables differ: ${[...told].join(", ")}`))
})
