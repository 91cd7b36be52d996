/** Output of the API benchmark. */
import { Console, Effect } from "effect"
import { median } from "../Quantiles.ts"
import { type Figure, round } from "../Report.ts"
import { medianOf, type Seen } from "./Callers.ts"
import { type Scenario, titleOf } from "./Scenarios.ts"
import type { PoolRate } from "./Turns.ts"

export interface Measured {
  readonly scenario: Scenario
  readonly barePool: number
  readonly seen: ReadonlyMap<string, ReadonlyArray<Seen>>
}

const nameWidth = 10
const cell = (value: number, digits: number, width: number): string => value.toFixed(digits).padStart(width)

const spread = (values: ReadonlyArray<number>, digits: number): string =>
  [Math.min(...values), median(values), Math.max(...values)].map((value) => value.toFixed(digits)).join(" / ")

const head =
  `${"".padEnd(nameWidth)}  requests/s: min / median / max   p50 ms   p95 ms   p99 ms` +
  `   CPU µs a request: service, PostgreSQL, callers`

const line = (name: string, seen: ReadonlyArray<Seen>): string =>
  `${name.padEnd(nameWidth)}  ` +
  spread(
    seen.map(({ rate }) => rate),
    0
  ).padEnd(31) +
  [cell(medianOf(seen, "p50"), 2, 7), cell(medianOf(seen, "p95"), 2, 9), cell(medianOf(seen, "p99"), 2, 9)].join("") +
  [medianOf(seen, "serviceMicros"), medianOf(seen, "postgresMicros"), medianOf(seen, "loadMicros")]
    .map((micros) => cell(micros, 0, 8))
    .join("")

/** Computes ratios turn by turn, so that both sides ran under the same load. */
const ratios = (mine: ReadonlyArray<Seen>, theirs: ReadonlyArray<Seen>): ReadonlyArray<number> =>
  mine.map(({ rate }, turn) => rate / (theirs[turn]?.rate ?? Number.NaN))

export const printPools = (scenario: Scenario, pools: ReadonlyArray<PoolRate>) =>
  Console.log(
    `\nthe bare service by the size of its pool, ${titleOf(scenario)}: ` +
      pools.map(({ size, rate }) => `${size}: ${rate.toFixed(0)}/s`).join(", ")
  )

export const printMeasured = ({ scenario, barePool, seen }: Measured) =>
  Effect.gen(function* () {
    yield* Console.log(`\n${titleOf(scenario)} (pool of the bare service: ${barePool})\n${head}`)
    for (const [name, all] of seen) yield* Console.log(line(name, all))
    const mine = seen.get("heddle") ?? []
    for (const [name, all] of seen) {
      if (name !== "heddle") yield* Console.log(`heddle / ${name}: ${spread(ratios(mine, all), 3)}`)
    }
  })

export const figureOf = (
  { scenario, barePool, seen }: Measured,
  sizes: Readonly<Record<string, number | string>>
): Figure => {
  const mine = seen.get("heddle") ?? []
  const others = [...seen].filter(([name]) => name !== "heddle")
  const cpu = [...seen].map(([name, all]) => [`${name}_cpu_us`, round(medianOf(all, "serviceMicros"), 0)] as const)
  return {
    name: "api",
    metric: titleOf(scenario),
    value: round(medianOf(mine, "rate"), 0),
    unit: "requests/s",
    peers: Object.fromEntries(others.map(([name, all]) => [name, round(medianOf(all, "rate"), 0)])),
    ratio: Object.fromEntries(others.map(([name, all]) => [name, round(median(ratios(mine, all)), 3)])),
    sizes: {
      ...sizes,
      callers: scenario.callers,
      bare_pool: barePool,
      p50_ms: round(medianOf(mine, "p50"), 2),
      p95_ms: round(medianOf(mine, "p95"), 2),
      p99_ms: round(medianOf(mine, "p99"), 2),
      ...Object.fromEntries(cpu),
      postgres_cpu_us: round(medianOf(mine, "postgresMicros"), 0)
    }
  }
}
