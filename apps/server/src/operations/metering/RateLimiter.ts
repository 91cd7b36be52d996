/** Rate limiter for requests, per account and per process. */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { makeAccountRate, type Quota, windowSeconds } from "../../runtime/AccountRate.ts"
import { Settings } from "../../runtime/Settings.ts"
import { TooManyCalls } from "./Call.ts"

export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /** Counts the request if the limit admits it; undefined when there is no limit. */
    take(accountId: AccountId): Effect.Effect<Quota | undefined>
    /** Number of accounts in memory. */
    readonly size: Effect.Effect<number>
  }
>()("@heddle/server/operations/metering/RateLimiter") {
  static readonly layer = Layer.effect(
    RateLimiter,
    Effect.map(Settings, ({ rateLimit }) => RateLimiter.of(makeAccountRate(rateLimit)))
  )
}

export const quotaExceeded = ({ limit, resetSeconds }: Quota) =>
  new TooManyCalls(
    `More than ${limit} requests in ${windowSeconds} seconds. Try again in ${resetSeconds} s.`,
    resetSeconds
  )

/** Counts a call that has no response headers of its own to show the quota in. */
export const requireQuota = Effect.fnUntraced(function* (limiter: RateLimiter["Service"], accountId: AccountId) {
  const quota = yield* limiter.take(accountId)
  if (quota?.admitted === false) return yield* quotaExceeded(quota)
})
