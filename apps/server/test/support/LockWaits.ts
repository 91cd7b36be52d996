/** Statements that wait for a lock of another transaction, on PostgreSQL. */
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

export const waitingForLocks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`
    SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'active' AND wait_event_type = 'Lock'`).length
})

/** Until so many statements wait. */
export const untilWaiting = (count: number) =>
  Effect.flatMap(waitingForLocks, (waiting) =>
    waiting === count ? Effect.void : Effect.fail(new Error(`${waiting} statements wait for a lock, not ${count}`))
  ).pipe(Effect.retry({ times: 500, schedule: Schedule.spaced("20 millis") }))
