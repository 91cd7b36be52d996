/** The configured sources, each behind its own guard and read concurrently. */
import { Clock, Effect, Metric, Option, Result, Schedule, Schema, Semaphore } from "effect"
import {
  failureOf,
  type LiveFailure,
  type LiveReads,
  LiveSources,
  notFound,
  rateLimited,
  type Readings,
  type SourceFailure,
  SourceUnavailable,
  timedOut,
  tooMany,
  unavailable,
  unsupported
} from "./LiveSource.ts"

/** The identifiers a source was asked for, and its answer or failure. */
interface SourceAnswer<A> {
  readonly source: string
  readonly asked: ReadonlySet<string>
  readonly answer: Result.Result<A, LiveFailure>
}

export interface Found<A> {
  readonly source: string
  readonly value: A
}

/**
 * The value of the first source that has it. Without one, `notFound` if every source asked for it answered that it does
 * not exist, otherwise the first failure. `unsupported` if no source was asked.
 */
export const bestAnswer = <A>(
  identifier: string,
  answers: ReadonlyArray<SourceAnswer<Readings<A>>>
): Result.Result<Found<A>, LiveFailure> => {
  const relevant = answers.filter(({ asked }) => asked.has(identifier))
  if (relevant.length === 0) return Result.fail(unsupported)
  const failures: Array<LiveFailure> = []
  for (const { source, answer } of relevant) {
    if (Result.isFailure(answer)) {
      failures.push(answer.failure)
      continue
    }
    const reading = answer.success.get(identifier)
    if (reading === undefined) continue
    if (Result.isSuccess(reading)) return Result.succeed({ source, value: reading.success })
    failures.push(failureOf(reading.failure))
  }
  return Result.fail(failures[0] ?? notFound)
}

/**
 * Guards one source: a time-out, a concurrency limit, one retry, and a cooldown after a rate limit or repeated failures.
 * Whatever the source does, the caller gets a value.
 */
const maxConcurrentReads = 64
const retryDelay = "100 millis"
/** Consecutive failures that start a cooldown; each further failure starts another. */
const failuresBeforeCooldown = 3
const failureCooldownMillis = 10_000
const rateLimitCooldownMillis = { default: 30_000, min: 1_000, max: 300_000 }

const reads = Metric.counter("live_reads_total", { description: "Live reads of sources", incremental: true })

class SourceTimedOut extends Schema.TaggedError<SourceTimedOut>()("SourceTimedOut", {}) {}

interface SourceGuard {
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

/** As `PostOrigins` returns them. */
type Origins = ReadonlyMap<string, string | null>

export const guardedSources = Effect.gen(function* () {
  const sources = yield* Effect.forEach(yield* LiveSources, ({ name, reads }) =>
    Effect.map(makeSourceGuard(name), (guard) => ({ name, reads, guard }))
  )
  const names = new Set(sources.map(({ name }) => name))

  /**
   * Whether to ask a source for a post: a stored post only from its own source, an unknown post or one whose source
   * cannot be read from every source, and a deleted post from none.
   */
  const mayKnow = (source: string, code: string, origins: Origins): boolean => {
    const origin = origins.get(code)
    if (origin === null) return false
    return origin === undefined || origin === source || !names.has(origin)
  }

  /** Asks each source for the distinct identifiers that it may know. Answers are in the order of the sources. */
  const ask = <A>(
    identifiers: ReadonlyArray<string>,
    mayKnow: (source: string, identifier: string) => boolean,
    read: (reads: LiveReads, asked: ReadonlyArray<string>) => Effect.Effect<A, SourceFailure>,
    deadline: number
  ) =>
    Effect.forEach(
      sources
        .map((source) => ({ ...source, asked: new Set(identifiers.filter((one) => mayKnow(source.name, one))) }))
        .filter(({ asked }) => asked.size > 0),
      ({ name, reads, guard, asked }) =>
        Effect.map(
          guard.ask(() => read(reads, [...asked]), deadline),
          (answer): SourceAnswer<A> => ({ source: name, asked, answer })
        ),
      { concurrency: "unbounded" }
    )

  return { none: sources.length === 0, mayKnow, ask }
})
