/**
 * The lease of a run that one process does at a time. It is kept in a table of one row with `started_at` and
 * `lease_ends_at`, which is null while nobody runs.
 */
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { now, plusMillis } from "../../runtime/Time.ts"

/** Renewed during the run; when a process dies, another takes over after this long. */
const leaseMillis = 300_000
const renewInterval = "1 minute"

/** Another process has taken the run over, and its result counts. */
export class LeaseLost extends Schema.TaggedError<LeaseLost>()("LeaseLost", {}) {}

export const makeRunLease = (sql: SqlClient.SqlClient, table: string) => {
  const isHeld = (startedAt: Date) => sql`started_at = ${startedAt} AND lease_ends_at IS NOT NULL`

  /** Takes over from a dead process, or begins a run if it is due. */
  const claim = (time: Date, isDue: Statement.Fragment = sql`true`) =>
    Effect.map(
      sql`
        UPDATE ${sql(table)} SET started_at = ${time}, lease_ends_at = ${plusMillis(time, leaseMillis)}
        WHERE lease_ends_at <= ${time} OR (lease_ends_at IS NULL AND ${isDue}) RETURNING 1`,
      (rows) => rows.length > 0
    )

  /** Renews the lease until it is interrupted or the lease is lost. */
  const renew = (startedAt: Date) =>
    Effect.gen(function* () {
      yield* Effect.sleep(renewInterval)
      const rows = yield* sql`
        UPDATE ${sql(table)} SET lease_ends_at = ${plusMillis(yield* now, leaseMillis)}
        WHERE ${isHeld(startedAt)} RETURNING 1`
      if (rows.length === 0) return yield* new LeaseLost()
    }).pipe(Effect.forever)

  /** Nobody else can take the lease until the caller's transaction ends. */
  const lock = Effect.fnUntraced(function* (startedAt: Date) {
    const held = yield* sql`SELECT 1 FROM ${sql(table)} WHERE ${isHeld(startedAt)} FOR UPDATE`
    if (held.length === 0) return yield* new LeaseLost()
  })

  return { claim, renew, lock }
}
