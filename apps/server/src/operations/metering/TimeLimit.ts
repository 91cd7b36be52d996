/** How long answering may take (`HEDDLE_QUERY_TIMEOUT`), for every operation that only reads. */
import { Unavailable } from "@heddle/api"
import { Duration, Effect } from "effect"

/**
 * Stops the answering when its time is up. An interruption, by the limit or by a caller who goes away, ends the
 * statement in progress on a PostgreSQL server (the driver sends a cancel request); PGlite finishes it and starts no other.
 *
 * Only for operations that read: one that writes is never interrupted half way.
 */
export const withTimeLimit =
  (limit: Duration.Duration) =>
  <A, E, R>(answering: Effect.Effect<A, E, R>) =>
    Effect.timeoutOrElse(answering, {
      duration: limit,
      orElse: () =>
        new Unavailable({
          detail: `The query took longer than ${Duration.format(limit)} and was stopped; nothing was charged. Ask for less: a narrower time window, fewer or rarer keywords, a smaller limit.`
        })
    })
