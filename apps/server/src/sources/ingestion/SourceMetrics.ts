/** Metrics of sources. How old their newest event is, `/metrics` computes at each scrape from `SourceHealth`. */
import { Effect, Metric } from "effect"
import type { BatchOutcome } from "../../store/batches/SourceBatches.ts"
import type { SourceBatch } from "../../store/batches/SourceBatch.ts"

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

export const countBatch = Effect.fnUntraced(function* (source: string, batch: SourceBatch, outcome: BatchOutcome) {
  yield* add(received, source, batch.changes.length)
  yield* add(ignored, source, outcome.ignored)
  yield* add(rejected, source, batch.rejected.length)
})

export const countFailure = (source: string) => add(failures, source, 1)
