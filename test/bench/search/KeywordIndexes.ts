/** The product's keyword index, found in the catalogue: every GIN index on `posts` or a partition of it. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { timed } from "../Product.ts"

interface IndexRow {
  readonly name: string
  readonly bytes: number
  readonly columns: ReadonlyArray<string>
}

const tables = "(SELECT 'posts'::regclass AS relid UNION SELECT relid FROM pg_partition_tree('posts'))"

const keywordIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<IndexRow>`
    SELECT c.oid::regclass::text AS name, pg_relation_size(c.oid) AS bytes,
      ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)) AS columns
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam
    WHERE m.amname = 'gin' AND c.relkind = 'i' AND i.indrelid IN (SELECT relid FROM ${sql.literal(tables)} t)`
})

const sum = (rows: ReadonlyArray<IndexRow>): number => rows.reduce((total, { bytes }) => total + bytes, 0)

/** Sizes after ingestion. */
export interface KeywordIndexFigures {
  readonly indexes: number
  readonly bytes: number
  /** Size of the columns that exist only for the index. */
  readonly columnBytes: number
  /** Size of the table and its other indexes. */
  readonly tableBytes: number
}

export const measureKeywordIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const indexes = yield* keywordIndexes
  const [table] = yield* sql<{ bytes: number }>`
    SELECT sum(pg_total_relation_size(t.relid))::bigint AS bytes FROM ${sql.literal(tables)} t`
  let columnBytes = 0
  for (const column of new Set(indexes.flatMap(({ columns }) => columns))) {
    const [size] = yield* sql<{ bytes: number }>`
      SELECT coalesce(sum(pg_column_size(${sql(column)})), 0)::bigint AS bytes FROM posts`
    columnBytes += size?.bytes ?? 0
  }
  return {
    indexes: indexes.length,
    bytes: sum(indexes),
    columnBytes,
    tableBytes: (table?.bytes ?? 0) - sum(indexes)
  } satisfies KeywordIndexFigures
})

export interface RebuiltFigures {
  readonly bytes: number
  readonly millis: number
}

/** Runs after all measurements, because a rebuilt index is smaller and faster than that of a running server. */
export const rebuildKeywordIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const before = yield* keywordIndexes
  const { millis } = yield* timed(
    Effect.forEach(before, ({ name }) => sql`REINDEX INDEX ${sql.literal(name)}`, { discard: true })
  )
  return { bytes: sum(yield* keywordIndexes), millis } satisfies RebuiltFigures
})
