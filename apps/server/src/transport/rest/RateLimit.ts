/** The rate limit on HTTP: the `RateLimit` fields of the IETF draft on every authenticated response, and the 429. */
import { type AccountId, RateLimited } from "@heddle/api"
import { Effect } from "effect"
import { setResponseHeaders } from "./ResponseHeaders.ts"
import { type Quota, windowSeconds } from "../../operations/metering/AccountRate.ts"
import type { RateLimiter } from "../../operations/metering/RateLimiter.ts"

const exceeded = ({ limit, resetSeconds }: Quota) =>
  new RateLimited({
    detail: `More than ${limit} requests within ${windowSeconds} seconds; the next is possible in ${resetSeconds} s.`
  })

/** Runs before any work, so that a rejected call costs neither credits nor queries. */
export const enforceRateLimit = Effect.fnUntraced(function* (limiter: RateLimiter["Service"], accountId: AccountId) {
  const quota = yield* limiter.take(accountId)
  if (quota === undefined) return
  const { admitted, limit, remaining, resetSeconds } = quota
  yield* setResponseHeaders({
    "ratelimit-policy": `"default";q=${limit};w=${windowSeconds}`,
    ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
    ...(admitted ? {} : { "retry-after": String(resetSeconds) })
  })
  if (!admitted) return yield* exceeded(quota)
})

/** The same limit for calls that have no headers of their own. */
export const requireQuota = Effect.fnUntraced(function* (limiter: RateLimiter["Service"], accountId: AccountId) {
  const quota = yield* limiter.take(accountId)
  if (quota?.admitted === false) return yield* exceeded(quota)
})
