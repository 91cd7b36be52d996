/**
 * Fills in the past of a new machine behind the live stream, so that the start is fast and 30 days of trends, ladders and
 * forecasts are soon worth drawing. Newest first, in small batches with pauses, which leave the machine to its user. The
 * cursor says which time is filled, so that a later start fills in what it missed and goes on where the last one ended.
 */
import { Clock, Effect, Option, Schema, Stream } from "effect"
import type { SourceBatch } from "../../store/batches/SourceBatch.ts"
import { dayMillis, hourMillis } from "../../runtime/Time.ts"
import type { Network } from "./Slots.ts"
import { past } from "./Timeline.ts"

export const pastMillis = 30 * dayMillis

/** Until then, the start has most of the machine. */
const firstPause = "15 seconds"
const pause = "150 millis"
const stepMillis = hourMillis / 4
/** How often the cursor follows the live stream. */
const watchMillis = 10 * 60_000
/** After a longer time without a look, the machine slept, and the live stream did not see it either. */
const longestWatchMillis = hourMillis

/** All of the past between these times is stored or was seen live. */
const Filled = Schema.Struct({ from: Schema.Finite, until: Schema.Finite })
type Filled = typeof Filled.Type
const Cursor = Schema.fromJsonString(Filled)

type State =
  | { readonly at: "start"; readonly filled: Filled | null }
  /** Newer than what is filled: `next` goes down to `filled.until`. */
  | { readonly at: "gap"; readonly filled: Filled; readonly now: number; readonly next: number }
  | { readonly at: "past"; readonly filled: Filled; readonly first: number }
  | { readonly at: "watch"; readonly filled: Filled }

type Step = readonly [SourceBatch, State]

const emptyBatch = (filled: Filled | null): SourceBatch => ({
  changes: [],
  rejected: [],
  cursor: filled === null ? null : Schema.encodeSync(Cursor)(filled),
  newestAt: null
})

export const pastBatches = (
  network: Network,
  shareOfPast: number,
  cursor: string | null
): Stream.Stream<SourceBatch> => {
  const fill = (after: number, until: number) =>
    Effect.map(Clock.currentTimeMillis, (now) => past(network, shareOfPast, { after, until, now }))

  const advance = Effect.fnUntraced(function* (state: State): Effect.fn.Return<Step> {
    const { filled } = state
    switch (state.at) {
      case "start": {
        yield* Effect.sleep(firstPause)
        const now = yield* Clock.currentTimeMillis
        const oldest = now - pastMillis
        return [
          emptyBatch(null),
          filled === null || filled.until < oldest
            ? { at: "past", filled: { from: now, until: now }, first: oldest }
            : { at: "gap", filled: { ...filled, from: Math.max(filled.from, oldest) }, now, next: now }
        ]
      }
      case "gap": {
        const { now, next } = state
        if (next <= state.filled.until) {
          const closed = { from: state.filled.from, until: Math.max(now, state.filled.until) }
          return [emptyBatch(closed), { at: "past", filled: closed, first: now - pastMillis }]
        }
        yield* Effect.sleep(pause)
        const after = Math.max(state.filled.until, next - stepMillis)
        return [
          { ...emptyBatch(null), changes: yield* fill(after, next) },
          { ...state, next: after }
        ]
      }
      case "past": {
        const { from, until } = state.filled
        if (from <= state.first) return [emptyBatch(null), { at: "watch", filled: state.filled }]
        yield* Effect.sleep(pause)
        const after = Math.max(state.first, from - stepMillis)
        const more = { from: after, until }
        return [
          { ...emptyBatch(more), changes: yield* fill(after, from) },
          { ...state, filled: more }
        ]
      }
      case "watch": {
        yield* Effect.sleep(watchMillis)
        const now = yield* Clock.currentTimeMillis
        const { from, until } = state.filled
        if (now - until > longestWatchMillis)
          return [emptyBatch(null), { at: "gap", filled: state.filled, now, next: now }]
        const seen = { from, until: Math.max(now, until) }
        return [emptyBatch(seen), { at: "watch", filled: seen }]
      }
    }
  })

  const start: State = {
    at: "start",
    filled: cursor === null ? null : Option.getOrNull(Schema.decodeOption(Cursor)(cursor))
  }
  return Stream.paginate(start, (state: State) =>
    Effect.map(advance(state), ([batch, next]) => [[batch], Option.some(next)] as const)
  )
}
