/** How long answering may take (`HEDDLE_QUERY_TIMEOUT`), for every operation that only reads. */
import { Unavailable } from "@heddle/api"
import { Duration, Effect } from "effect"
import { Settings } from "../../runtime/Settings.ts"

/**
 * Stops the answering when its time is up. An interruption, by the limit or by a caller who goes away, ends the statement
 * under way on a PostgreSQL server (the driver sends a cancel request); PGlite ends it, and begins no other.
 *
 * For reading alone: what writes is never cut off half way.
 */
export const withinTimeLimit = Effect.fnUntraced(function* <A, E, R>(answering: Effect.Effect<A, E, R>) {
  const { queryTimeout } = yield* Settings
  return yield* Effect.timeoutOrElse(answering, {
    duration: queryTimeout,
    orElse: () =>
      new Unavailable({
        detail: `The query took longer than ${Duration.format(queryTimeout)} and was stopped; nothing was charged. Ask for less: a narrower time window, fewer or rarer keywords, a smaller limit.`
      })
  })
})
