/** Concurrent callers that repeat one call for a fixed time, and their measurements. */
import { Clock, Effect } from "effect"
import { median, quantile } from "../Quantiles.ts"

export interface Load {
  /** Calls per second after the warm-up. */
  readonly rate: number
  /** Milliseconds per call. */
  readonly p50: number
  readonly p99: number
}

const warmUpMillis = 500

/** The median of each figure over several loads. */
export const medians = (loads: ReadonlyArray<Load>): Load => ({
  rate: median(loads.map(({ rate }) => rate)),
  p50: median(loads.map(({ p50 }) => p50)),
  p99: median(loads.map(({ p99 }) => p99))
})

/** Runs `callers` fibers that repeat `call` for `seconds` after a warm-up; `call` gets the caller's index and call count. */
export const load = Effect.fnUntraced(function* <E, R>(
  options: { readonly callers: number; readonly seconds: number },
  call: (caller: number, round: number) => Effect.Effect<void, E, R>
) {
  const clock = yield* Clock.Clock
  const millis = () => Number(clock.currentTimeNanosUnsafe()) / 1e6
  const from = millis() + warmUpMillis
  const until = from + options.seconds * 1000
  const durations: Array<number> = []
  const caller = Effect.fnUntraced(function* (index: number) {
    for (let round = 0; millis() < until; round += 1) {
      const started = millis()
      yield* call(index, round)
      if (started >= from) durations.push(millis() - started)
    }
  })
  yield* Effect.forEach(
    Array.from({ length: options.callers }, (_, index) => index),
    caller,
    { concurrency: "unbounded", discard: true }
  )
  const sorted = durations.toSorted((a, b) => a - b)
  return {
    rate: sorted.length / options.seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99)
  } satisfies Load
})
