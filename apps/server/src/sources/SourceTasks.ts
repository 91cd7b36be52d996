/**
 * Runs each configured source as its own background task, in one process at a time. A source whose network cannot be read
 * is started again from its cursor, with growing waits: the log has one warning when that begins and one line when it is
 * over. Any other failure is the supervisor's.
 */
import { Cause, Clock, Duration, Effect, Metric, Stream } from "effect"
import { background } from "../runtime/Background.ts"
import { Settings } from "../runtime/Settings.ts"
import { makeBackOff } from "../runtime/Supervisor.ts"
import { SourceHealth } from "../store/SourceHealth.ts"
import type { SourceBatch } from "../store/batches/SourceBatch.ts"
import { type BatchOutcome, SourceBatches } from "../store/batches/SourceBatches.ts"
import { SourceLease } from "../store/batches/SourceLease.ts"
import { Sources } from "./SourceNames.ts"
import { type Source, SourceError } from "./ingestion/Source.ts"

// `/metrics` computes the age of the newest event at each scrape, from `SourceHealth`.
const received = Metric.counter("source_changes_total", {
  description: "Changes that sources reported",
  incremental: true
})
const ignored = Metric.counter("source_changes_ignored_total", {
  description: "Changes of sources that were repeated, older than what is stored, or about posts that are not stored",
  incremental: true
})
const rejected = Metric.counter("source_events_rejected_total", {
  description: "Events of sources that could not be used",
  incremental: true
})
const failures = Metric.counter("source_failures_total", {
  description: "How often a source could not be read",
  incremental: true
})

const add = (counter: typeof received, source: string, by: number) =>
  by === 0 ? Effect.void : Metric.update(Metric.withAttributes(counter, { source }), by)

const countBatch = Effect.fnUntraced(function* (source: string, batch: SourceBatch, outcome: BatchOutcome) {
  yield* add(received, source, batch.changes.length)
  yield* add(ignored, source, outcome.ignored)
  yield* add(rejected, source, batch.rejected.length)
})

const longestWaitMillis = 60_000
/** Batches that are read while one is stored. */
const readAhead = 2

const ended = new SourceError({ message: "its stream ended", retryAfterMillis: null })

const sourceTask = Effect.fnUntraced(function* (source: Source) {
  const { name } = source
  const { postUrlTemplate: urlTemplate } = yield* Settings
  const batches = yield* SourceBatches
  const { whileHeld } = yield* SourceLease
  const health = yield* SourceHealth
  const origin = { source: name, urlTemplate }

  /** Ends when the network cannot be read. */
  const follow = Effect.fnUntraced(function* (stored: (batch: SourceBatch) => Effect.Effect<void>) {
    const cursor = yield* batches.cursorOf(name)
    return yield* source.batches(cursor).pipe(
      Stream.buffer({ capacity: readAhead }),
      Stream.runForEach((batch) =>
        Effect.gen(function* () {
          yield* countBatch(name, batch, yield* batches.store(batch, origin))
          yield* stored(batch)
        })
      ),
      Effect.andThen(ended),
      Effect.flip
    )
  })

  const read = Effect.gen(function* () {
    const backOff = yield* makeBackOff(longestWaitMillis)
    let failing = false
    const stored = Effect.fnUntraced(function* ({ newestAt }: SourceBatch) {
      yield* health.worked(name, newestAt)
      if (failing) yield* Effect.logInfo(`The source ${name} can be read again`)
      failing = false
    })
    while (true) {
      const startedAt = yield* Clock.currentTimeMillis
      const { message, retryAfterMillis } = yield* follow(stored)
      // A network that takes connections and drops them at once is not asked again and again.
      if ((yield* Clock.currentTimeMillis) - startedAt > longestWaitMillis) yield* backOff.reset
      yield* add(failures, name, 1)
      yield* health.failed(name)
      if (!failing) yield* Effect.logWarning(`The source ${name} cannot be read: ${message}. Retrying until it can`)
      failing = true
      yield* Effect.sleep(Math.max(Duration.toMillis(yield* backOff.next), retryAfterMillis ?? 0))
    }
  }).pipe(Effect.onError((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : health.failed(name))))

  let standingBy = false
  const run = Effect.gen(function* () {
    const held = yield* whileHeld(name, read)
    if (!held && !standingBy) {
      yield* Effect.logInfo(`Another process reads the source ${name}; this one takes over when it stops`)
    }
    standingBy = !held
  }).pipe(Effect.annotateLogs({ source: name }))

  return yield* background({ name: `source ${name}`, role: "ingest", every: "1 second", run, onStop: "interrupt" })
})

export const sourceTasks = Effect.flatMap(Sources, (sources) => Effect.forEach(sources, sourceTask))
