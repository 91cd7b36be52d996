/**
 * Sizes the chunks of a long scan by how long earlier chunks took: statements stay short however dense the data is, and
 * few where it is sparse. The model is `time = overhead + size × rate`. The overhead (round trip, load, a plan that reads
 * everything) is estimated separately, because smaller chunks do not reduce it and would only pay it more often.
 */
import { Clock, Effect } from "effect"

/** Short, because on a shared connection each statement of a call also waits for statements of other calls. */
const targetMillis = 15
const maxGrowth = 4
const minGrowth = 1 / 2
/** Samples whose sizes differ by less than this factor show only noise. */
const minSizeRatio = 1.5

/** One timed statement. */
interface Sample {
  readonly size: number
  readonly tookMillis: number
}

export interface ChunkSize {
  /** The most units that the next statement may cover. */
  readonly size: number
  /** The part of a statement's time that does not depend on its size; null until two samples differ enough. */
  readonly overheadMillis: number | null
  /** The sample to compare the next one with. */
  readonly reference: Sample | null
}

export const chunkSizeFrom = (size: number): ChunkSize => ({ size, overheadMillis: null, reference: null })

const sizesDiffer = (one: Sample, other: Sample): boolean =>
  Math.max(one.size, other.size) >= minSizeRatio * Math.min(one.size, other.size)

const overheadOf = (one: Sample, other: Sample): number => {
  const perSize = (other.tookMillis - one.tookMillis) / (other.size - one.size)
  return Math.max(0, other.tookMillis - Math.max(0, perSize) * other.size)
}

const factorFor = (tookMillis: number, overheadMillis: number | null): number => {
  // Until the overhead is known, the next size must differ enough to estimate it.
  if (overheadMillis === null && tookMillis * minSizeRatio > targetMillis && tookMillis < targetMillis * minSizeRatio)
    return minSizeRatio
  const overhead = overheadMillis ?? 0
  const goal = Math.max(targetMillis, overhead)
  return Math.min(maxGrowth, Math.max(minGrowth, goal / Math.max(tookMillis - overhead, 1)))
}

/** The next chunk size after this sample, whose size may be smaller than the one allowed; at least `minSize`. */
export const chunkSizeAfter = (current: ChunkSize, minSize: number, { size, tookMillis }: Sample): ChunkSize => {
  const sample = { size, tookMillis }
  const isComparable = current.reference !== null && sizesDiffer(current.reference, sample)
  const estimate = isComparable ? overheadOf(current.reference, sample) : current.overheadMillis
  const overheadMillis = estimate === null ? null : Math.min(tookMillis, estimate)
  const factor = factorFor(tookMillis, overheadMillis)
  const next = Math.round(size * factor)
  return {
    // A chunk cut short at the end of a range may be quick; that is no reason to shrink the allowed size.
    size: Math.max(minSize, factor < 1 ? next : Math.max(current.size, next)),
    overheadMillis,
    reference: current.reference === null || isComparable ? sample : current.reference
  }
}

/** Runs a statement over `size` units. Returns its result and the next chunk size, at least `minSize`. */
export const timedChunk = <A, E, R>(
  current: ChunkSize,
  size: number,
  minSize: number,
  statement: Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const startedAt = yield* Clock.currentTimeMillis
    const result = yield* statement
    const tookMillis = (yield* Clock.currentTimeMillis) - startedAt
    return { result, next: chunkSizeAfter(current, minSize, { size, tookMillis }) }
  })
