/** Other clocks than the test clock, which wakes every timer on its way: too many for tests that span years. */
import { Clock, Effect } from "effect"

/** Shows the time that `millis` returns; sleeping stays as it is. */
export const withTime = <A, E, R>(effect: Effect.Effect<A, E, R>, millis: (live: number) => number) =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const currentTimeMillisUnsafe = () => millis(clock.currentTimeMillisUnsafe())
    const shown: Clock.Clock = {
      currentTimeMillisUnsafe,
      currentTimeMillis: Effect.sync(currentTimeMillisUnsafe),
      currentTimeNanosUnsafe: () => BigInt(currentTimeMillisUnsafe()) * 1_000_000n,
      currentTimeNanos: Effect.sync(() => BigInt(currentTimeMillisUnsafe()) * 1_000_000n),
      monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: clock.monotonicTimeNanos,
      sleep: (duration) => clock.sleep(duration)
    }
    return Effect.provideService(effect, Clock.Clock, shown)
  })
