/**
 * Queries a window of time in chunks, newest first, or all authors in chunks of usernames. No statement runs long, so the single session of the embedded
 * database is free for others in between; an interrupted caller stops the rest of the scan; and a caller that needs only
 * the newest posts reads no others.
 */
import { Effect, Option, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { dayMillis } from "../../runtime/Time.ts"
import { chunkSizeFrom, timedChunk } from "./AdaptiveChunkSize.ts"

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

/** Usernames from `first` to `last`, both included. */
export interface UsernameRange {
  readonly first: string
  readonly last: string
}

const initialSize = 500
const minSize = 50

/** The result of `query` for each chunk of the stored authors, in username order. */
export const scanAuthors = <A, E, R>(
  sql: SqlClient.SqlClient,
  query: (chunk: UsernameRange) => Effect.Effect<A, E, R>
) =>
  Stream.paginate({ after: "", chunkSize: chunkSizeFrom(initialSize) }, ({ after, chunkSize }) =>
    Effect.gen(function* () {
      const [names] = yield* sql<{ first: string | null; last: string | null }>`
        SELECT min(n.username) AS first, max(n.username) AS last FROM (
          SELECT username FROM authors WHERE username > ${after} ORDER BY username LIMIT ${chunkSize.size}
        ) AS n`
      const { first = null, last = null } = names ?? {}
      if (first === null || last === null) return [[], Option.none()] as const
      const { result, next } = yield* timedChunk(chunkSize, chunkSize.size, minSize, query({ first, last }))
      return [[result], Option.some({ after: last, chunkSize: next })] as const
    })
  )
