/**
 * Queries a window of time, or all authors, in chunks. No statement runs long, so the single session of the embedded
 * database is free for others in between; an interrupted caller stops the rest of the scan; and a caller that needs only
 * the newest posts reads no others.
 *
 * Chunks are sized by how long earlier ones took: statements stay short however dense the data is, and few where it is
 * sparse. The model is `time = overhead + size × rate`. The overhead (round trip, load, a plan that reads everything) is
 * estimated separately, because smaller chunks do not reduce it and would only pay it more often.
 */
import { Clock, Effect, Option, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { DatabaseInfo } from "../../database/client/DatabaseInfo.ts"
import { dayMillis } from "../../runtime/Time.ts"

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
const chunkSizeAfter = (current: ChunkSize, minSize: number, { size, tookMillis }: Sample): ChunkSize => {
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

/** From `from` (included) to `until` (excluded). */
export interface Window {
  readonly from: Date
  readonly until: Date
}

const initialMillis = 15 * 60_000
const minMillis = 10_000

/** The result of `query` for each chunk, newest first. */
export const scanChunks = <A, E, R>(
  window: Window,
  query: (chunk: Window) => Effect.Effect<A, E, R>
): Stream.Stream<A, E, R> => scanBackwards(window, query, () => -Infinity)

/**
 * Like `scanChunks`, but each chunk lies within one UTC day, that is, one partition. For statements that join posts with
 * their snapshots: PostgreSQL plans a join of partitioned tables as if it searched every partition for every row.
 */
export const scanDayChunks = <A, E, R>(
  window: Window,
  query: (chunk: Window) => Effect.Effect<A, E, R>
): Stream.Stream<A, E, R> => scanBackwards(window, query, (end) => Math.floor((end - 1) / dayMillis) * dayMillis)

/**
 * Like `scanChunks`, for counts by slots of this length: the window and its chunks begin and end between slots. The first
 * chunk is longer, because counts are read much faster than posts.
 */
export const scanSlots = <A, E, R>(
  window: Window,
  slotMillis: number,
  query: (chunk: Window) => Effect.Effect<A, E, R>
): Stream.Stream<A, E, R> =>
  scanBackwards(window, query, () => -Infinity, {
    firstMillis: dayMillis,
    alignedStart: (start) => Math.floor(start / slotMillis) * slotMillis
  })

const scanAtOnce: typeof scanChunks = (window, query) => Stream.fromEffect(query(window))

/** How calls read a window. */
export interface CallScan {
  readonly isAtOnce: boolean
  readonly chunks: typeof scanChunks
  readonly slots: typeof scanSlots
}

/**
 * In one statement on a PostgreSQL server, which has other sessions for others, and cancels a statement together with its
 * call; in chunks on the embedded database.
 */
export const callScan: Effect.Effect<CallScan, never, DatabaseInfo> = Effect.map(DatabaseInfo, ({ kind }) =>
  kind === "postgresql"
    ? { isAtOnce: true, chunks: scanAtOnce, slots: (window, _slotMillis, query) => scanAtOnce(window, query) }
    : { isAtOnce: false, chunks: scanChunks, slots: scanSlots }
)

interface ScanOptions {
  readonly firstMillis: number
  readonly alignedStart: (start: number) => number
}

const byTime: ScanOptions = { firstMillis: initialMillis, alignedStart: (start) => start }

const scanBackwards = <A, E, R>(
  { from, until }: Window,
  query: (chunk: Window) => Effect.Effect<A, E, R>,
  /** The earliest start of a chunk that ends at `end`; both in Unix milliseconds. */
  earliestStart: (end: number) => number,
  { firstMillis, alignedStart }: ScanOptions = byTime
): Stream.Stream<A, E, R> =>
  Stream.paginate({ end: until.getTime(), chunkSize: chunkSizeFrom(firstMillis) }, ({ end, chunkSize }) => {
    const start = Math.max(from.getTime(), alignedStart(end - chunkSize.size), earliestStart(end))
    return Effect.map(
      timedChunk(
        chunkSize,
        Math.max(1, end - start),
        minMillis,
        query({ from: new Date(start), until: new Date(end) })
      ),
      ({ result, next }) =>
        [[result], start > from.getTime() ? Option.some({ end: start, chunkSize: next }) : Option.none()] as const
    )
  })

/** Ids of authors from `first` to `last`, both included. */
export interface AuthorRange {
  readonly first: string
  readonly last: string
}

const initialSize = 500
const minSize = 50

/** The result of `query` for each chunk of the stored authors, in username order. */
export const scanAuthors = <A, E, R>(sql: SqlClient.SqlClient, query: (chunk: AuthorRange) => Effect.Effect<A, E, R>) =>
  Stream.paginate({ after: "", chunkSize: chunkSizeFrom(initialSize) }, ({ after, chunkSize }) =>
    Effect.gen(function* () {
      const [ids] = yield* sql<{ first: string | null; last: string | null }>`
        SELECT min(n.author_id) AS first, max(n.author_id) AS last FROM (
          SELECT author_id FROM authors WHERE author_id > ${after} ORDER BY author_id LIMIT ${chunkSize.size}
        ) AS n`
      const { first = null, last = null } = ids ?? {}
      if (first === null || last === null) return [[], Option.none()] as const
      const { result, next } = yield* timedChunk(chunkSize, chunkSize.size, minSize, query({ first, last }))
      return [[result], Option.some({ after: last, chunkSize: next })] as const
    })
  )
