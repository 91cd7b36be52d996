/** Other clocks than the test clock, which wakes every timer on its way: too many for tests that span years. */
import { Clock, Effect } from "effect"

/** This clock but for the changes. */
export const changedClock = (clock: Clock.Clock, changes: Partial<Clock.Clock>): Clock.Clock => ({
  currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe(),
  currentTimeMillis: clock.currentTimeMillis,
  currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
  currentTimeNanos: clock.currentTimeNanos,
  monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
  monotonicTimeNanos: clock.monotonicTimeNanos,
  sleep: (duration) => clock.sleep(duration),
  ...changes
})

/** Shows the time that `millis` returns; sleeping stays as it is. */
export const withTime = <A, E, R>(effect: Effect.Effect<A, E, R>, millis: (live: number) => number) =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const currentTimeMillisUnsafe = () => millis(clock.currentTimeMillisUnsafe())
    const shown = changedClock(clock, {
      currentTimeMillisUnsafe,
      currentTimeMillis: Effect.sync(currentTimeMillisUnsafe),
      currentTimeNanosUnsafe: () => BigInt(currentTimeMillisUnsafe()) * 1_000_000n,
      currentTimeNanos: Effect.sync(() => BigInt(currentTimeMillisUnsafe()) * 1_000_000n)
    })
    return Effect.provideService(effect, Clock.Clock, shown)
  })
