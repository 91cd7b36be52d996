/** Waits between retries: exponential with jitter, up to a longest wait, without an end. */
import { Clock, Duration, Effect, Pull, Schedule } from "effect"

const firstWait = "1 second"

export const makeBackOff = Effect.fnUntraced(function* (longestMillis: number) {
  const longest = Duration.millis(longestMillis)
  const start = Schedule.toStep(
    Schedule.min([Schedule.exponential(firstWait), Schedule.spaced(longest)]).pipe(Schedule.jittered)
  )
  let step = yield* start
  return {
    /** The wait after one more failure. */
    next: Effect.gen(function* () {
      const [, wait] = yield* step(yield* Clock.currentTimeMillis, undefined)
      return wait
    }).pipe(Pull.catchDone(() => Effect.succeed(longest))),
    /** Starts again from the first wait. */
    reset: Effect.map(start, (first) => void (step = first))
  }
})
