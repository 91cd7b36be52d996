/**
 * Changes of tables that others use. Everybody queues behind whoever waits for a strong lock, so a change waits for a moment
 * at most, is done within another, or is tried again later.
 */
import { Effect, Schedule } from "effect"
import type { SqlClient } from "effect/sql"
import { statementErrorIn } from "../../runtime/StatementText.ts"

/** Shorter than PostgreSQL's `deadlock_timeout`. It counts for each lock, and a table has one for each partition. */
const lockTimeout = "500ms"
/** For a statement with all the locks that it waits for. */
const statementTimeout = "800ms"

/** Within the caller's transaction, as is `limitLocks`. */
export const limitLockWaits = (sql: SqlClient.SqlClient) => sql`SELECT set_config('lock_timeout', ${lockTimeout}, true)`

/** The waits and the statements. */
export const limitLocks = (sql: SqlClient.SqlClient) =>
  Effect.andThen(limitLockWaits(sql), sql`SELECT set_config('statement_timeout', ${statementTimeout}, true)`)

/** Whether a change failed because others use its tables. */
export const isInUse = (error: unknown): boolean => {
  const tag = statementErrorIn(error)?.reason._tag
  return tag === "LockTimeoutError" || tag === "StatementTimeoutError" || tag === "DeadlockError"
}

/** Leaves the others more time than it takes from them. */
export const betweenTries = Schedule.jittered(Schedule.spaced("1 second"))
