/**
 * Questions about a window of time are asked slice by slice, the newest first, however many posts there are: no
 * statement runs long, so that the one session of the embedded database is free for others in between, a caller who
 * goes away stops the rest, and whoever needs only the newest posts reads no others.
 */
import { Effect, Option, Stream } from "effect"
import { dayMillis } from "../../runtime/Time.ts"
import { timedChunk, chunkSizeFrom } from "./AdaptiveChunkSize.ts"

/** From `from` up to, but not including, `until`. */
export interface Window {
  readonly from: Date
  readonly until: Date
}

const firstMillis = 15 * 60_000
const shortestMillis = 10_000

/** The answers about each slice, the newest first. */
export const slices = <A, E, R>(
  window: Window,
  ask: (slice: Window) => Effect.Effect<A, E, R>
): Stream.Stream<A, E, R> => sliced(window, ask, () => -Infinity)

/**
 * The same with slices within one day of UTC, which is one partition: for statements that join posts with their
 * snapshots, since the database plans joins of partitioned tables as if every row were looked for in every partition.
 */
export const daySlices = <A, E, R>(
  window: Window,
  ask: (slice: Window) => Effect.Effect<A, E, R>
): Stream.Stream<A, E, R> => sliced(window, ask, (end) => Math.floor((end - 1) / dayMillis) * dayMillis)

const sliced = <A, E, R>(
  { from, until }: Window,
  ask: (slice: Window) => Effect.Effect<A, E, R>,
  earliest: (end: number) => number
): Stream.Stream<A, E, R> =>
  Stream.paginate({ end: until.getTime(), pace: chunkSizeFrom(firstMillis) }, ({ end, pace }) => {
    const start = Math.max(from.getTime(), end - pace.size, earliest(end))
    return Effect.map(
      timedChunk(pace, Math.max(1, end - start), shortestMillis, ask({ from: new Date(start), until: new Date(end) })),
      ({ answer, next }) =>
        [[answer], start > from.getTime() ? Option.some({ end: start, pace: next }) : Option.none()] as const
    )
  })
