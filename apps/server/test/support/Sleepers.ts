/** The test clock for work that also waits for a database: time passes only while so many sleep. */
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { changedClock } from "./Clocks.ts"

const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/**
 * Runs the work and lets a second pass whenever `sleepers` of its fibers sleep, or it has ended. Returns the seconds that
 * it took; after `atMost` it is interrupted.
 */
export const secondsOf = Effect.fnUntraced(function* <A, E, R>(
  work: Effect.Effect<A, E, R>,
  { sleepers = 1, atMost = Infinity }: { readonly sleepers?: number; readonly atMost?: number } = {}
) {
  const clock = yield* Clock.Clock
  let sleeping = 0
  const counted = changedClock(clock, {
    sleep: (duration) =>
      Effect.suspend(() => {
        sleeping += 1
        return Effect.ensuring(
          clock.sleep(duration),
          Effect.sync(() => {
            sleeping -= 1
          })
        )
      })
  })
  const fiber = yield* Effect.forkChild(Effect.provideService(work, Clock.Clock, counted))
  let seconds = 0
  while (fiber.pollUnsafe() === undefined && seconds < atMost) {
    if (sleeping >= sleepers) {
      yield* TestClock.adjust("1 second")
      seconds += 1
    }
    yield* turn
  }
  yield* fiber.pollUnsafe() === undefined ? Fiber.interrupt(fiber) : Fiber.join(fiber)
  return seconds
})
