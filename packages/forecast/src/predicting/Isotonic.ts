/**
 * Isotonic regression by pooling adjacent violators (PAV; Ayer et al., 1955), which makes forecasts that are reliable
 * out of forecasts that only have the right order (Dimitriadis, Gneiting and Jordan, "Stable reliability diagrams", CORP,
 * 2021). It never changes the order of two probabilities, so forecasts stay monotone.
 */
import { at, between, placeIn } from "./Arrays.ts"

/** From probabilities to better ones: both lists increase, from 0 to 1. */
export interface Calibration {
  readonly from: ReadonlyArray<number>
  readonly to: ReadonlyArray<number>
}

export const identity: Calibration = { from: [0, 1], to: [0, 1] }

export const calibrated = ({ from, to }: Calibration, probability: number): number => {
  const { index, weight } = placeIn(from, probability)
  return between(at(to, index), at(to, Math.min(index + 1, to.length - 1)), weight)
}

interface Block {
  weight: number
  from: number
  to: number
}

/** The mean of `to` in each block, such that the means do not fall. */
export const pool = (blocks: Iterable<Block>): ReadonlyArray<Readonly<Block>> => {
  const pooled: Array<Block> = []
  for (const block of blocks) {
    let current = block
    for (let before = pooled.at(-1); before !== undefined && before.to >= current.to; before = pooled.at(-1)) {
      pooled.pop()
      const weight = before.weight + current.weight
      const mean = (key: "from" | "to") => (before[key] * before.weight + current[key] * current.weight) / weight
      current = { weight, from: mean("from"), to: mean("to") }
    }
    pooled.push(current)
  }
  return pooled
}

const bins = 100

/** Collects forecasts and what came of them, in bins, so that any number of them takes the same memory. */
export const emptyReliability = () => ({
  weight: new Float64Array(bins),
  forecast: new Float64Array(bins),
  outcome: new Float64Array(bins)
})

export type Reliability = Readonly<ReturnType<typeof emptyReliability>>

export const addOutcome = (into: Reliability, probability: number, isReached: boolean, weight: number): void => {
  const bin = Math.min(bins - 1, Math.floor(probability * bins))
  into.weight[bin] = at(into.weight, bin) + weight
  into.forecast[bin] = at(into.forecast, bin) + probability * weight
  into.outcome[bin] = at(into.outcome, bin) + (isReached ? weight : 0)
}

/** With `strength` more forecasts in each bin that came out exactly as forecast, so that few cannot mislead. */
export const calibrationOf = ({ weight, forecast, outcome }: Reliability, strength: number): Calibration => {
  const blocks = Array.from(weight, (own, bin) => {
    const middle = (bin + 0.5) / bins
    const total = own + strength
    const from = (at(forecast, bin) + strength * middle) / total
    return { weight: total, from, to: (at(outcome, bin) + strength * middle) / total }
  })
  const pooled = pool(blocks)
  return {
    from: [0, ...pooled.map(({ from }) => from), 1],
    to: [0, ...pooled.map(({ to }) => to), 1]
  }
}
