/** Time limit of operations that only read (`HEDDLE_QUERY_TIMEOUT`). */
import { Unavailable } from "@heddle/api"
import { Duration, Effect } from "effect"

/**
 * Interrupts the work when its time is up. On a PostgreSQL server an interruption cancels the running statement (the
 * driver sends a cancel request); PGlite finishes it and starts no other.
 *
 * Only for operations that read: a write must not be interrupted halfway.
 */
export const withTimeLimit =
  (limit: Duration.Duration) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.timeoutOrElse(work, {
      duration: limit,
      orElse: () =>
        new Unavailable({
          detail: `The query took longer than ${Duration.format(limit)} and was stopped. Nothing was charged. Ask for less: a shorter time window, fewer or rarer keywords, or a smaller limit.`
        })
    })
