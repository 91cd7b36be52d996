/**
 * Deadlines that are all equally long. One fiber sleeps for all of them: with a fiber and a timer of its own, each would
 * cost more than the request it watches.
 */
import { Clock, Effect, FiberHandle } from "effect"

export interface Deadline {
  hasPassed: boolean
  /** Called when it has passed. */
  onPassed: () => void
  readonly forget: () => void
}

interface Waiting extends Deadline {
  readonly endsAt: bigint
}

const nanosPerMilli = 1_000_000n

/** Until the scope closes. */
export const makeDeadlines = Effect.fnUntraced(function* (millis: number) {
  const clock = yield* Clock.Clock
  const run = yield* FiberHandle.runtime(yield* FiberHandle.make<void>())<never>()
  /** In the order in which they end. */
  const waiting = new Set<Waiting>()
  let isWatched = false

  const watch = Effect.gen(function* () {
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      const left = first.endsAt - clock.monotonicTimeNanosUnsafe()
      if (left > 0n) yield* Effect.sleep(Math.ceil(Number(left) / Number(nanosPerMilli)))
      else {
        waiting.delete(first)
        first.hasPassed = true
        first.onPassed()
      }
    }
    isWatched = false
  })

  const start = (): Deadline => {
    const deadline: Waiting = {
      endsAt: clock.monotonicTimeNanosUnsafe() + BigInt(millis) * nanosPerMilli,
      hasPassed: false,
      onPassed: () => undefined,
      forget: () => waiting.delete(deadline)
    }
    waiting.add(deadline)
    if (!isWatched) {
      isWatched = true
      run(watch)
    }
    return deadline
  }

  return { start }
})

export type Deadlines = Effect.Success<ReturnType<typeof makeDeadlines>>
