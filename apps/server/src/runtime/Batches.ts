/** Long work in parts, between which other work has its turn. */
import { Clock, Effect } from "effect"

/** Rows per statement, so that none blocks the embedded database for long. */
export const batchSize = 1_000

/** Repeats a statement that changes at most `batchSize` rows and returns them, until it finds fewer. */
export const inBatches = Effect.fnUntraced(function* <E, R>(batch: Effect.Effect<ReadonlyArray<unknown>, E, R>) {
  while ((yield* batch).length === batchSize) yield* Effect.yieldNow
})

/** Answers to calls wait no longer than this for a computation. */
const sliceNanos = 4_000_000n

/** Visits each item, and yields whenever a slice of 4 ms is over. */
export const forEachInSlices = Effect.fnUntraced(function* <A>(items: Iterable<A>, visit: (item: A) => void) {
  const clock = yield* Clock.Clock
  let began = clock.monotonicTimeNanosUnsafe()
  for (const item of items) {
    visit(item)
    if (clock.monotonicTimeNanosUnsafe() - began < sliceNanos) continue
    yield* Effect.yieldNow
    began = clock.monotonicTimeNanosUnsafe()
  }
})
