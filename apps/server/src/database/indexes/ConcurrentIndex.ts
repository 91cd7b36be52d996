import { Effect, Schedule } from "effect"
import type { SqlClient } from "effect/sql"
import type { AddedIndex } from "../migrations/indexes.ts"

const pollInterval = "5 seconds"

/**
 * Makes an index while others write to its table, which must not have partitions. Returns whether it was missing. Whoever
 * calls sees to it that only one process does so at a time: two that build on one table wait for each other.
 */
export const buildConcurrently = Effect.fn("buildConcurrently")(function* (
  sql: SqlClient.SqlClient,
  { index, table, definition }: AddedIndex
) {
  /** Undefined when there is none; false for what a build leaves that did not come to its end. */
  const isValid = Effect.map(
    sql<{ isValid: boolean }>`SELECT indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass(${index})`,
    ([row]) => row?.isValid
  )
  if ((yield* isValid) === true) return false
  // The server goes on with the statement of a process that was killed.
  yield* Effect.repeat(
    sql`
      SELECT 1 FROM pg_stat_progress_create_index
      WHERE datname = current_database() AND relid = to_regclass(${table})`,
    { until: (builds) => builds.length === 0, schedule: Schedule.spaced(pollInterval) }
  )
  const left = yield* isValid
  if (left === true) return true
  if (left === false) yield* sql`DROP INDEX CONCURRENTLY IF EXISTS ${sql(index)}`
  yield* sql`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${sql(index)} ON ${sql(table)} ${sql.literal(definition)}`
  return true
})
