/** Long computations in slices, so that answers to calls do not wait for them. */
import { Clock, Effect } from "effect"

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
