/**
 * Keeps usage entries one by one for whole months, and the sums of older ones by day. Creates the partitions of the
 * months ahead and drops those whose entries are all rolled up.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { byMonth, defaultPartitionOf } from "../../database/partitions/PartitionNames.ts"
import { makePartitions } from "../../database/partitions/Partitions.ts"
import { background } from "../../runtime/Background.ts"
import { Settings } from "../../runtime/Settings.ts"
import { now } from "../../runtime/Time.ts"
import { entryPrefix, firstKeptId } from "./UsageBorder.ts"
import { makeUsageRollUp } from "./UsageRollUp.ts"

const table = "usage_entries"

export class UsageRetention extends Context.Service<
  UsageRetention,
  {
    /** Returns the names of the partitions dropped. */
    readonly run: Effect.Effect<ReadonlyArray<string>>
  }
>()("@heddle/server/credits/usage/UsageRetention") {
  static readonly layer = Layer.effect(
    UsageRetention,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { usageMonths } = yield* Settings
      const months = makePartitions(sql, { table, prefix: entryPrefix, by: byMonth })
      const rollUp = makeUsageRollUp(sql)

      const run = Effect.gen(function* () {
        const time = yield* now
        yield* months.ensure(time)
        const firstKept = byMonth.of(time) - usageMonths
        const before = firstKeptId(time, usageMonths)
        const expired = (yield* months.all).filter(({ period }) => period < firstKept)
        const names = [defaultPartitionOf(table), ...expired.map(({ name }) => name)]
        for (const name of names) yield* months.unlessDropped(name, rollUp(name, before))
        const dropped = yield* Effect.filter(expired, months.dropIfEmpty)
        return dropped.map(({ name }) => name)
      }).pipe(Effect.orDie, Effect.withSpan("UsageRetention.run"))

      return UsageRetention.of({ run })
    })
  )
}

export const usageRetentionTask = background({
  name: "usage retention",
  role: "maintenance",
  every: "1 hour",
  run: UsageRetention.use(({ run }) => run),
  onStop: "interrupt"
})
