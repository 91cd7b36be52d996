/** How long to wait after one failure and after the next: growing without end up to a longest wait, and jittered. */
import { Clock, Duration, Effect, Pull, Schedule } from "effect"

const firstWait = "1 second"

export const makeBackOff = Effect.fnUntraced(function* (longestMillis: number) {
  const longest = Duration.millis(longestMillis)
  const begin = Schedule.toStep(
    Schedule.min([Schedule.exponential(firstWait), Schedule.spaced(longest)]).pipe(Schedule.jittered)
  )
  let step = yield* begin
  return {
    /** The wait after one more failure. */
    next: Effect.gen(function* () {
      const [, wait] = yield* step(yield* Clock.currentTimeMillis, undefined)
      return wait
    }).pipe(Pull.catchDone(() => Effect.succeed(longest))),
    /** The failure that follows is a first one again. */
    reset: Effect.map(begin, (first) => void (step = first))
  }
})
