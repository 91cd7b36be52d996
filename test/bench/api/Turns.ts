/** Measures the services in turns of alternating order, so that other load on the machine affects all alike. */
import { Effect } from "effect"
import { median } from "../Quantiles.ts"
import { callAgainAndAgain, type Seen } from "./Callers.ts"
import type { Scenario } from "./Scenarios.ts"
import type { Bare, Service } from "./Services.ts"

const warmUpMillis = 1_000
const calibration = { passes: 2, millis: 1_200, warmUpMillis: 500 }
const poolSizes = [2, 4, 8, 10, 16, 32]

interface Length {
  readonly millis: number
  readonly postgresPid: number
}

const call = (
  { origin, keys, pid }: Service,
  { paths, callers }: Scenario,
  length: Length & { warmUpMillis: number }
) => callAgainAndAgain({ origin, keys, paths, callers, servicePid: pid, ...length })

export interface PoolRate {
  readonly size: number
  readonly rate: number
}

/** Measures pool sizes of the bare service, fastest first. Goes up and down the sizes, to cancel warm-up effects. */
export const poolsOf = Effect.fnUntraced(function* (bare: Bare, scenario: Scenario, postgresPid: number) {
  const rates = new Map<number, Array<number>>()
  for (let pass = 0; pass < calibration.passes; pass += 1) {
    for (const size of pass % 2 === 0 ? poolSizes : poolSizes.toReversed()) {
      yield* bare.usePool(size)
      const { rate } = yield* call(bare, scenario, { ...calibration, postgresPid })
      rates.set(size, [...(rates.get(size) ?? []), rate])
    }
  }
  const pools = Array.from(rates, ([size, seen]): PoolRate => ({ size, rate: median(seen) }))
  return pools.toSorted((a, b) => b.rate - a.rate)
})

/** Enough calls for JIT compilation, even when a busy machine completes few calls during one load. */
const warmCalls = 5_000
const mostWarmUps = 5

export const warmUp = Effect.fnUntraced(function* (service: Service, scenario: Scenario, length: Length) {
  let calls = 0
  for (let load = 0; load < mostWarmUps && calls < warmCalls; load += 1) {
    calls += (yield* call(service, scenario, { ...length, warmUpMillis: 0 })).calls
  }
})

/** The results of each service, by turn. */
export const inTurns = Effect.fnUntraced(function* (
  services: ReadonlyArray<Service>,
  scenario: Scenario,
  { turns, ...length }: Length & { readonly turns: number }
) {
  const seen = new Map<string, Array<Seen>>(services.map(({ name }) => [name, []]))
  for (let turn = 0; turn < turns; turn += 1) {
    for (const service of turn % 2 === 0 ? services : services.toReversed()) {
      seen.get(service.name)?.push(yield* call(service, scenario, { ...length, warmUpMillis }))
    }
  }
  return seen
})
