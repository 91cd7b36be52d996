/**
 * The status of all processes' rounds, for operators. Reads `webhook_round_shards`, `webhook_round_processes`,
 * `webhook_rounds`.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { isGone } from "../../runtime/ProcessLease.ts"

export interface RoundReport {
  /** Every rule was checked in a round that started at this time or later; null before the first rounds of all shards. */
  readonly checkedAt: Date | null
  readonly shards: number
  /** Shards whose interval has passed. */
  readonly overdue: number
  /** By how much the interval of a shard has been exceeded. */
  readonly lagSeconds: number
  /** Live processes that share the rounds. */
  readonly processes: number
  /** Accounts without the credits for an event that a rule would make. */
  readonly outOfCredits: number
}

export class RoundStatus extends Context.Service<
  RoundStatus,
  { readonly report: Effect.Effect<RoundReport>; readonly lagSeconds: Effect.Effect<number> }
>()("@heddle/server/webhooks/matching/RoundStatus") {
  static readonly layer = Layer.effect(
    RoundStatus,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // Shards that nobody has checked yet have no interval that could pass.
      const lag = sql`
        coalesce(max(greatest(0, extract(epoch FROM clock_timestamp() - due_at))) FILTER (WHERE isfinite(due_at)), 0)::float8`

      const lagSeconds = sql<{ lag: number }>`SELECT ${lag} AS lag FROM webhook_round_shards`.pipe(
        Effect.map(([row]) => row?.lag ?? 0),
        Effect.orDie
      )

      const report = sql<RoundReport>`
        SELECT CASE WHEN bool_and(started_at IS NOT NULL) THEN min(started_at) END AS checked_at, count(*) AS shards,
          count(*) FILTER (WHERE due_at <= clock_timestamp()) AS overdue, ${lag} AS lag_seconds,
          (SELECT count(*) FROM webhook_round_processes
            WHERE NOT ${isGone(sql, sql.literal("webhook_round_processes.process"))}) AS processes,
          (SELECT count(*) FROM webhook_rounds WHERE out_of_credits_at IS NOT NULL) AS out_of_credits
        FROM webhook_round_shards`.pipe(
        Effect.flatMap(([row]) =>
          row === undefined ? Effect.die(new Error("There are no shards")) : Effect.succeed(row)
        ),
        Effect.orDie
      )

      return RoundStatus.of({ report, lagSeconds })
    })
  )
}
