/**
 * Guards one source: a time-out, a concurrency limit, one retry, and a cooldown after a rate limit or repeated failures.
 * Whatever the source does, the caller gets a value.
 */
import { Clock, Effect, Metric, Option, Result, Schedule, Schema, Semaphore } from "effect"
import { failureOf, type LiveFailure, rateLimited, timedOut, tooMany, unavailable } from "./LiveFailure.ts"
import { type SourceFailure, SourceUnavailable } from "./LiveSource.ts"

const maxConcurrentReads = 64
const retryDelay = "100 millis"
/** Consecutive failures that start a cooldown; each further failure starts another. */
const failuresBeforeCooldown = 3
const failureCooldownMillis = 10_000
const rateLimitCooldownMillis = { default: 30_000, min: 1_000, max: 300_000 }

const reads = Metric.counter("live_reads_total", { description: "Live reads of sources", incremental: true })

class SourceTimedOut extends Schema.TaggedError<SourceTimedOut>()("SourceTimedOut", {}) {}

export interface SourceGuard {
  /** Runs a read; `deadline` is a Unix time in milliseconds. */
  ask<A>(read: () => Effect.Effect<A, SourceFailure>, deadline: number): Effect.Effect<Result.Result<A, LiveFailure>>
}

export const makeSourceGuard = Effect.fnUntraced(function* (name: string): Effect.fn.Return<SourceGuard> {
  const permits = yield* Semaphore.make(maxConcurrentReads)
  let failures = 0
  let cooldown: { readonly until: number; readonly failure: LiveFailure } = { until: 0, failure: unavailable }

  /** Updates the cooldown, and returns the failure to report. */
  const recordFailure = (error: SourceFailure | SourceTimedOut, now: number): LiveFailure => {
    if (error._tag === "SourceRateLimited") {
      const requested = error.retryAfterMillis ?? rateLimitCooldownMillis.default
      cooldown = {
        until: now + Math.min(rateLimitCooldownMillis.max, Math.max(rateLimitCooldownMillis.min, requested)),
        failure: rateLimited
      }
      return rateLimited
    }
    const failure = error._tag === "SourceTimedOut" ? timedOut : failureOf(error)
    failures++
    if (failures >= failuresBeforeCooldown) cooldown = { until: now + failureCooldownMillis, failure: unavailable }
    return failure
  }

  const count = (outcome: string) => Metric.update(Metric.withAttributes(reads, { source: name, outcome }), 1)

  const attempt = <A>(read: () => Effect.Effect<A, SourceFailure>, limitMillis: number) =>
    Effect.suspend(read).pipe(
      Effect.retry({
        schedule: Schedule.spaced(retryDelay),
        times: 1,
        while: ({ _tag }) => _tag === "SourceUnavailable"
      }),
      Effect.catchDefect((cause) =>
        Effect.andThen(
          Effect.logError(`A live read of the source ${name} threw a defect; treated as unavailable`, cause),
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
          const failure = recordFailure(result.failure, yield* Clock.currentTimeMillis)
          yield* count(failure.reason)
          return Result.fail(failure)
        })
      ),
      Effect.withSpan("live read", { attributes: { source: name } })
    )

  const ask = Effect.fnUntraced(function* <A>(read: () => Effect.Effect<A, SourceFailure>, deadline: number) {
    const now = yield* Clock.currentTimeMillis
    if (now < cooldown.until) return Result.fail(cooldown.failure)
    if (now >= deadline) return Result.fail(timedOut)
    const answer = yield* permits.withPermitsIfAvailable(1)(attempt(read, deadline - now))
    return Option.getOrElse(answer, () => Result.fail(tooMany))
  })

  return { ask }
})
