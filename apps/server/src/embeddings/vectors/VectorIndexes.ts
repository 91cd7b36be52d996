/**
 * The indexes of a model's vectors: one for each day. Only on a PostgreSQL server, which makes them without blocking
 * anybody, and only when there are more vectors than a scan should read.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { makeVectorTables, type VectorTable } from "./VectorTables.ts"

export const makeVectorIndexes = (sql: SqlClient.SqlClient) => {
  const tables = makeVectorTables(sql)

  const stateOf = (index: string) =>
    Effect.map(
      sql<{ isValid: boolean }>`
        SELECT i.indisvalid AS is_valid FROM pg_index i WHERE i.indexrelid = to_regclass(${index})`,
      ([row]) => row?.isValid
    )

  /** Makes one that is missing, or was interrupted. Returns whether there was one. */
  const makeNext = Effect.fn("VectorIndexes.makeNext")(function* (table: VectorTable) {
    for (const { name } of yield* tables.days(table)) {
      const index = `${name}_nearest`
      const isValid = yield* stateOf(index)
      if (isValid === true) continue
      if (isValid === false) yield* sql`DROP INDEX CONCURRENTLY IF EXISTS ${sql(index)}`
      yield* sql`
        CREATE INDEX CONCURRENTLY IF NOT EXISTS ${sql(index)} ON ${sql(name)} USING hnsw (embedding halfvec_cosine_ops)`
      return true
    }
    return false
  })

  return { makeNext }
}
