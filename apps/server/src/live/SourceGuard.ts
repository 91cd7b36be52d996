/**
 * One source, asked politely: within a time, not by too many at once, once again when it fails, and not at all for a
 * while after it asked for patience or failed several times. Whatever a source does, the caller gets a value.
 */
import { Clock, Effect, Metric, Option, Result, Schedule, Schema, Semaphore } from "effect"
import { failureOf, type LiveFailure, rateLimited, timedOut, tooMany, unavailable } from "./LiveFailure.ts"
import { type SourceFailure, SourceUnavailable } from "./LiveSource.ts"

const maxAsksAtOnce = 64
const retryDelay = "100 millis"
/** After so many failures in a row, and again after each later one, the source is left alone. */
const failuresBeforeRest = 3
const restMillis = 10_000
const patienceMillis = { unsaid: 30_000, least: 1_000, most: 300_000 }

const asks = Metric.counter("live_reads", { description: "Live reads of sources", incremental: true })

class SourceTimedOut extends Schema.TaggedError<SourceTimedOut>()("SourceTimedOut", {}) {}

export interface SourceGuard {
  /** Runs a read of the source, until this Unix time in milliseconds at the latest. */
  ask<A>(read: () => Effect.Effect<A, SourceFailure>, deadline: number): Effect.Effect<Result.Result<A, LiveFailure>>
}

export const makeSourceGuard = Effect.fnUntraced(function* (name: string): Effect.fn.Return<SourceGuard> {
  const permits = yield* Semaphore.make(maxAsksAtOnce)
  let failures = 0
  let rest: { readonly until: number; readonly failure: LiveFailure } = { until: 0, failure: unavailable }

  /** What a failure means for the next asks, and what the caller is told. */
  const note = (error: SourceFailure | SourceTimedOut, now: number): LiveFailure => {
    if (error._tag === "SourceRateLimited") {
      const asked = error.retryAfterMillis ?? patienceMillis.unsaid
      rest = {
        until: now + Math.min(patienceMillis.most, Math.max(patienceMillis.least, asked)),
        failure: rateLimited
      }
      return rateLimited
    }
    const failure = error._tag === "SourceTimedOut" ? timedOut : failureOf(error)
    failures++
    if (failures >= failuresBeforeRest) rest = { until: now + restMillis, failure: unavailable }
    return failure
  }

  const count = (outcome: string) => Metric.update(Metric.withAttributes(asks, { source: name, outcome }), 1)

  const attempt = <A>(read: () => Effect.Effect<A, SourceFailure>, limitMillis: number) =>
    Effect.suspend(read).pipe(
      Effect.retry({
        schedule: Schedule.spaced(retryDelay),
        times: 1,
        while: ({ _tag }) => _tag === "SourceUnavailable"
      }),
      Effect.catchDefect((cause) =>
        Effect.andThen(
          Effect.logError(`A live read of the source ${name} broke; it counts as unavailable`, cause),
          Effect.fail(new SourceUnavailable({ cause }))
        )
      ),
      Effect.timeoutOrElse({ duration: limitMillis, orElse: () => Effect.fail(new SourceTimedOut()) }),
      Effect.result,
      Effect.flatMap(
        Effect.fnUntraced(function* (result) {
          if (Result.isSuccess(result)) {
            failures = 0
            yield* count("answered")
            return Result.succeed(result.success)
          }
          const failure = note(result.failure, yield* Clock.currentTimeMillis)
          yield* count(failure.reason)
          return Result.fail(failure)
        })
      ),
      Effect.withSpan("live read", { attributes: { source: name } })
    )

  const ask = Effect.fnUntraced(function* <A>(read: () => Effect.Effect<A, SourceFailure>, deadline: number) {
    const now = yield* Clock.currentTimeMillis
    if (now < rest.until) return Result.fail(rest.failure)
    if (now >= deadline) return Result.fail(timedOut)
    const answer = yield* permits.withPermitsIfAvailable(1)(attempt(read, deadline - now))
    return Option.getOrElse(answer, () => Result.fail(tooMany))
  })

  return { ask }
})
