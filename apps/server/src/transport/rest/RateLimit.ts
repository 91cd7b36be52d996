/** The request rate on HTTP: the structured fields of the IETF draft on every answer to a key, and the 429. */
import { type AccountId, RateLimited } from "@heddle/api"
import { Effect } from "effect"
import { answerHeaders } from "./AnswerHeaders.ts"
import { type RateLimiter, windowSeconds } from "../../operations/metering/RateLimiter.ts"

/** Before any work, so that a refused call costs neither credits nor queries. */
export const withinRate = Effect.fnUntraced(function* (limiter: RateLimiter["Service"], accountId: AccountId) {
  const quota = yield* limiter.take(accountId)
  if (quota === undefined) return
  const { admitted, limit, remaining, resetSeconds } = quota
  yield* answerHeaders({
    "ratelimit-policy": `"default";q=${limit};w=${windowSeconds}`,
    ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
    ...(admitted ? {} : { "retry-after": String(resetSeconds) })
  })
  if (admitted) return
  return yield* new RateLimited({
    detail: `More than ${limit} requests within ${windowSeconds} seconds; the next is possible in ${resetSeconds} s.`
  })
})
