/**
 * The interface of a source: batches of what happened in its network, and optionally live reads. `SourceTasks.ts` runs it.
 */
import { Schema, Stream } from "effect"
import type { LiveReads } from "../../live/LiveSource.ts"
import type { SourceBatch, SourceChange } from "../../store/batches/SourceBatch.ts"

/** The network cannot be read now. The source is started again after a while, from its last cursor. */
export class SourceError extends Schema.TaggedError<SourceError>()("SourceError", {
  /** A sentence for the operator that names what cannot be reached and why. */
  message: Schema.String,
  /** How long the network asks to wait; null if it does not say. */
  retryAfterMillis: Schema.NullOr(Schema.Finite)
}) {}

export interface Source {
  /** Shown in logs and metrics, and stored with each post. */
  readonly name: string
  /**
   * What happened after the cursor; null for a source that never stored one. At least once and in any order: the store
   * ignores duplicates and older observations. A batch is stored before the next one is taken, apart from a few that are
   * read ahead. The stream never ends by itself.
   */
  readonly batches: (cursor: string | null) => Stream.Stream<SourceBatch, SourceError>
  /** Null if the source cannot be read live. */
  readonly live: LiveReads | null
}

const batchSize = 500
const batchInterval = "250 millis"

/** Batches of a source that keeps no cursor. */
export const batchesOf = <E>(changes: Stream.Stream<SourceChange, E>): Stream.Stream<SourceBatch, E> =>
  changes.pipe(
    Stream.groupedWithin(batchSize, batchInterval),
    Stream.map((batch) => ({ changes: batch, rejected: [], cursor: null, newestAt: newestOf(batch) }))
  )

const newestOf = (changes: ReadonlyArray<SourceChange>): number | null => {
  const times = changes.flatMap((change) =>
    "observed_at" in change && change.observed_at !== undefined ? [change.observed_at * 1_000] : []
  )
  return times.length === 0 ? null : Math.max(...times)
}
