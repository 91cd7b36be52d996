/** Ways to answer one question, asked in turns so that what else the machine does meets all alike. */
import { Effect } from "effect"
import { timed } from "../Product.ts"
import { quantile } from "../Quantiles.ts"

export interface Way {
  readonly name: string
  readonly ask: (sample: number) => Effect.Effect<unknown, unknown>
  readonly allowance: Allowance
}

/** What the samples of a way may take. A slow way stops early: it is slow, and need not be known to a per cent. */
export interface Allowance {
  readonly millisEach: number
  /** Of all questions together; what is gone is gone. */
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

/** The first time of each way does not count: its pages and plans are cold for all. */
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
