/** Measures several ways to answer a query in turns, so that other load on the machine affects all alike. */
import { Effect } from "effect"
import { timed } from "../Product.ts"
import { quantile } from "../Quantiles.ts"

export interface Way {
  readonly name: string
  readonly ask: (sample: number) => Effect.Effect<unknown, unknown>
  readonly allowance: Allowance
}

/** Time budget for the samples of a way. A slow way gets fewer samples, because its figure need not be precise. */
export interface Allowance {
  readonly millisEach: number
  /** Budget for all queries together. */
  leftMillis: number
}

export interface Seen {
  readonly samples: number
  readonly p50: number
  readonly p95: number
  readonly max: number
  readonly millis: ReadonlyArray<number>
}

const fewestSamples = 3

export const seenOf = (millis: ReadonlyArray<number>): Seen => {
  const sorted = millis.toSorted((a, b) => a - b)
  return {
    samples: sorted.length,
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    max: sorted.at(-1) ?? 0,
    millis
  }
}

/** Discards the first time of each way, when pages and plans are cold. */
export const askInTurns = Effect.fnUntraced(function* (ways: ReadonlyArray<Way>, samples: number) {
  const series = ways.map((way) => ({ way, spent: 0, millis: new Array<number>() }))
  for (let sample = -1; sample < samples; sample += 1) {
    for (const one of series) {
      const { allowance } = one.way
      const enough = one.millis.length >= fewestSamples && one.spent > allowance.millisEach
      if (enough || allowance.leftMillis <= 0) continue
      const { millis } = yield* timed(one.way.ask(Math.max(0, sample)))
      one.spent += millis
      allowance.leftMillis -= millis
      if (sample >= 0) one.millis.push(millis)
    }
  }
  return new Map(series.map(({ way, millis }) => [way.name, seenOf(millis)]))
})
