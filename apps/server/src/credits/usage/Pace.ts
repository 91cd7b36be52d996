/**
 * How fast an account uses credits: the average of its last full UTC days. Today, and the day of its first call, are not
 * full. A new rule sends all that its window already has, so the first hours of an account say nothing about its days.
 */
import { type AccountId, paceDays } from "@heddle/api"
import { Cache, Context, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { dayOf, now } from "../../runtime/Time.ts"
import { UsageDays } from "./UsageDays.ts"

/** Full days do not change any more, but the day does. */
const keptFor = "1 minute"
const keptAccounts = 10_000

export class Pace extends Context.Service<
  Pace,
  {
    /** In credits a day, less refunds; null as long as there are too few full days. */
    of(accountId: AccountId): Effect.Effect<number | null>
  }
>()("@heddle/server/credits/usage/Pace") {
  static readonly layer = Layer.effect(
    Pace,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const days = yield* UsageDays

      const lookup = Effect.fnUntraced(function* (accountId: AccountId) {
        const [oldest] = yield* sql<{ time: Date }>`
          SELECT time FROM usage_entries WHERE account_id = ${accountId} ORDER BY time LIMIT 1`
        if (oldest === undefined) return null
        const today = dayOf(yield* now)
        const full = Math.min(paceDays.atMost, today - dayOf(oldest.time) - 1)
        if (full < paceDays.atLeast) return null
        const sums = yield* days.sums(accountId, { first: today - full, last: today - 1 }, {}, "apiType")
        return Math.max(0, sums.reduce((total, { credits }) => total + credits, 0) / full)
      }, Effect.orDie)

      const cache = yield* Cache.makeWith(lookup, {
        capacity: keptAccounts,
        // A failure of the database would outlast the outage.
        timeToLive: (exit) => (Exit.isSuccess(exit) ? keptFor : 0)
      })
      return Pace.of({ of: (accountId) => Cache.get(cache, accountId) })
    })
  )
}
