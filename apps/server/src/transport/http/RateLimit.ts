/** The rate limit of requests: the `RateLimit` fields of the IETF draft on every authenticated response, and the 429. */
import type { AccountId } from "@heddle/api"
import { Effect } from "effect"
import { type Headers, HttpEffect, HttpServerResponse } from "effect/http"
import { type OwnLimit, TooManyCalls } from "../../operations/metering/Call.ts"
import { type Quota, type RateLimiter, windowSeconds } from "../../runtime/RateLimiter.ts"

/** Sets headers that depend on those set before. */
const changeResponseHeaders = (change: (headers: Headers.Headers) => Readonly<Record<string, string>>) =>
  HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, change(response.headers)))
  )

export const setResponseHeaders = (headers: Readonly<Record<string, string>>) => changeResponseHeaders(() => headers)

/** The fields as the draft writes them. */
const fieldsOf = (name: string, { limit, remaining, resetSeconds }: Quota) => ({
  policy: `"${name}";q=${limit};w=${windowSeconds}`,
  state: `"${name}";r=${remaining};t=${resetSeconds}`
})

const listedAfter = (others: string | undefined, item: string) => (others === undefined ? item : `${others}, ${item}`)

/** Adds a limit of its own to those that the response names. */
export const addRateLimit = ({ name, quota }: OwnLimit) => {
  const { policy, state } = fieldsOf(name, quota)
  return changeResponseHeaders((headers) => ({
    "ratelimit-policy": listedAfter(headers["ratelimit-policy"], policy),
    ratelimit: listedAfter(headers["ratelimit"], state)
  }))
}

const quotaExceeded = ({ limit, resetSeconds }: Quota) =>
  new TooManyCalls(
    `More than ${limit} requests in ${windowSeconds} seconds. Try again in ${resetSeconds} s.`,
    resetSeconds
  )

/** Counts a call that has no response headers of its own to show the quota in. */
export const requireQuota = Effect.fnUntraced(function* (limiter: RateLimiter["Service"], accountId: AccountId) {
  const quota = yield* limiter.take(accountId)
  if (quota?.admitted === false) return yield* quotaExceeded(quota)
})

/** Runs before any work, so that a rejected call costs neither credits nor queries. `calls`: those of the request. */
export const enforceRateLimit = Effect.fnUntraced(function* (
  limiter: RateLimiter["Service"],
  accountId: AccountId,
  calls = 1
) {
  const quota = yield* limiter.take(accountId, calls)
  if (quota === undefined) return
  const { admitted, resetSeconds } = quota
  const { policy, state } = fieldsOf("default", quota)
  yield* setResponseHeaders({
    "ratelimit-policy": policy,
    ratelimit: state,
    ...(admitted ? {} : { "retry-after": String(resetSeconds) })
  })
  if (!admitted) return yield* quotaExceeded(quota)
})
