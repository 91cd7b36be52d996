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

export interface KeywordIndexFigures {
  readonly indexes: number
  /** As ingestion left it, and made anew. */
  readonly bytes: number
  readonly rebuiltBytes: number
  readonly rebuildMillis: number
  /** Of the columns that are there for the index. */
  readonly columnBytes: number
  /** Table and its other indexes. */
  readonly tableBytes: number
}

export const measureKeywordIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const before = yield* keywordIndexes
  const [table] = yield* sql<{ bytes: number }>`
    SELECT sum(pg_total_relation_size(t.relid))::bigint AS bytes FROM ${sql.literal(tables)} t`
  let columnBytes = 0
  for (const column of new Set(before.flatMap(({ columns }) => columns))) {
    const [size] = yield* sql<{ bytes: number }>`
      SELECT coalesce(sum(pg_column_size(${sql(column)})), 0)::bigint AS bytes FROM posts`
    columnBytes += size?.bytes ?? 0
  }
  const { millis } = yield* timed(
    Effect.forEach(before, ({ name }) => sql`REINDEX INDEX ${sql.literal(name)}`, { discard: true })
  )
  return {
    indexes: before.length,
    bytes: sum(before),
    rebuiltBytes: sum(yield* keywordIndexes),
    rebuildMillis: millis,
    columnBytes,
    tableBytes: (table?.bytes ?? 0) - sum(before)
  } satisfies KeywordIndexFigures
})
