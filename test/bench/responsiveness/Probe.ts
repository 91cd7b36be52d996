/** Requests one address repeatedly and measures the response times. */
import { Clock, Effect } from "effect"
import { quantile } from "../Quantiles.ts"

const usualPauseMillis = 10

export interface Latency {
  readonly probes: number
  /** Milliseconds. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

/** Probes while the work runs; returns the results of both. */
export const probing = <A, E, R, E2, R2>(
  probe: Effect.Effect<void, E, R>,
  during: Effect.Effect<A, E2, R2>,
  pauseMillis = usualPauseMillis
) =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const millis = () => Number(clock.currentTimeNanosUnsafe()) / 1e6
    const durations: Array<number> = []
    const timed = Effect.suspend(() => {
      const started = millis()
      // The last probe counts too, with the time it has waited so far.
      return Effect.ensuring(
        probe,
        Effect.sync(() => durations.push(millis() - started))
      )
    })
    const asking = Effect.forever(Effect.andThen(timed, Effect.sleep(pauseMillis)))
    const value = yield* Effect.raceFirst(during, asking)
    return { value, latency: latencyOf(durations, pauseMillis) }
  })

/**
 * Corrects for coordinated omission: a waiting probe delays later ones, so it counts for all that were due in its time.
 * Otherwise ten seconds without a response would be one bad probe among a thousand good ones.
 */
const latencyOf = (durations: ReadonlyArray<number>, pauseMillis: number): Latency => {
  const all = durations.flatMap((duration) =>
    Array.from({ length: 1 + Math.floor(duration / pauseMillis) }, (_, index) => duration - index * pauseMillis)
  )
  const sorted = all.toSorted((a, b) => a - b)
  const at = (share: number) => quantile(sorted, share)
  return { probes: durations.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}
