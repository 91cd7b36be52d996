/**
 * How far the truth lies from the regression, as quantiles, for posts of a similar count. They take the place of a
 * normal distribution: how a post does in the end is skewed, and the more so the fewer counts it has.
 */
import { at, between, lastAtMost, placeIn } from "./Arrays.ts"

export interface Spread {
  /** Mean level of each group, increasing. */
  readonly centers: ReadonlyArray<number>
  /** For each group, a value for each of `quantileLevels`. */
  readonly quantiles: ReadonlyArray<ReadonlyArray<number>>
}

export const quantileLevels = [0.005, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.995]
const last = quantileLevels.length - 1
const lowestShare = at(quantileLevels, 0)
const highestShare = 1 - at(quantileLevels, last)
/** The quantiles that set how fast the tails fall: the third from either end. */
const inner = 3
const narrowestTail = 0.02

const tail = (quantiles: ArrayLike<number>, edge: number, inside: number, share: number): number =>
  Math.max(
    narrowestTail,
    Math.abs(at(quantiles, edge) - at(quantiles, inside)) / Math.log(at(quantileLevels, inner) / share)
  )

/** The share of values above `value`. Beyond the outermost quantiles it falls exponentially. */
export const shareAbove = (quantiles: ArrayLike<number>, value: number): number => {
  if (value >= at(quantiles, last)) {
    const width = tail(quantiles, last, last - inner, highestShare)
    return highestShare * Math.exp((at(quantiles, last) - value) / width)
  }
  if (value < at(quantiles, 0)) {
    return 1 - lowestShare * Math.exp((value - at(quantiles, 0)) / tail(quantiles, 0, inner, lowestShare))
  }
  const index = lastAtMost(quantiles, value)
  const low = at(quantiles, index)
  const weight = (value - low) / (at(quantiles, index + 1) - low)
  return 1 - between(at(quantileLevels, index), at(quantileLevels, index + 1), weight)
}

/**
 * What posts gain beyond what is expected is in proportion to it, but not less than this much: the more a post is expected
 * to grow, the less is certain.
 */
const leastScale = 0.3
export const scaleOf = (expectedGrowth: number): number => leastScale + Math.max(0, expectedGrowth)

/** The share above `value` among posts of this level. */
export const shareAboveAt = ({ centers, quantiles }: Spread, level: number, value: number): number => {
  const { index, weight } = placeIn(centers, level)
  const low = shareAbove(quantiles[index] ?? [], value)
  return weight === 0 ? low : between(low, shareAbove(quantiles[index + 1] ?? [], value), weight)
}

/** The quantiles at a level, between those of the groups beside it. */
export const quantilesAt = ({ centers, quantiles }: Spread, level: number): ReadonlyArray<number> => {
  const { index, weight } = placeIn(centers, level)
  const low = quantiles[index] ?? []
  const high = quantiles[index + 1] ?? low
  return quantileLevels.map((_, i) => between(at(low, i), at(high, i), weight))
}

const rowsPerGroup = 50
const mostGroups = 10
/** How many rows it takes until half of how much wider a network's spread is than the prior's is believed. */
const widthRows = 5
/** How many rows the quantiles of the prior weigh. */
const priorRows = 25

/** Quantiles of sorted values, mixed with those of the prior in proportion to the rows that each stands for. */
const mixed = (sorted: Float64Array, prior: ReadonlyArray<number> | undefined): ReadonlyArray<number> => {
  const share = prior === undefined ? 1 : sorted.length / (sorted.length + priorRows)
  return quantileLevels.map((quantile, i) => {
    const place = quantile * sorted.length - 0.5
    const index = Math.max(0, Math.floor(place))
    const own = between(
      at(sorted, index),
      at(sorted, Math.min(sorted.length - 1, index + 1)),
      Math.max(0, place - index)
    )
    return sorted.length === 0 ? at(prior ?? [], i) : between(at(prior ?? [], i), own, share)
  })
}

/** The mean distance from 0 that quantiles stand for. */
const distanceOf = (quantiles: ReadonlyArray<number>): number =>
  quantiles.reduce((sum, value, i) => {
    const low = i === 0 ? 0 : (at(quantileLevels, i - 1) + at(quantileLevels, i)) / 2
    const high = i === last ? 1 : (at(quantileLevels, i) + at(quantileLevels, i + 1)) / 2
    return sum + (high - low) * Math.abs(value)
  }, 0)

/** How many times as wide as the prior's a network's residuals are: one number, which few posts tell. */
const widthOf = (levels: Float64Array, residuals: Float64Array, prior: Spread): number => {
  const distances = prior.quantiles.map(distanceOf)
  let [own, expected] = [0, 0]
  for (let row = 0; row < levels.length; row += 1) {
    const { index, weight } = placeIn(prior.centers, at(levels, row))
    own += Math.abs(at(residuals, row))
    expected += between(at(distances, index), at(distances, Math.min(distances.length - 1, index + 1)), weight)
  }
  const mean = expected / levels.length
  return mean > 0 ? (own + widthRows * mean) / (expected + widthRows * mean) : 1
}

/** Levels and residuals are in the order of the levels. Posts of the same level are in the same group. */
export const spreadOf = (levels: Float64Array, residuals: Float64Array, prior: Spread | undefined): Spread => {
  const rows = levels.length
  if (rows === 0) return prior ?? { centers: [0], quantiles: [quantileLevels.map(() => 0)] }
  const width = prior === undefined ? 1 : widthOf(levels, residuals, prior)
  const groups = Math.min(mostGroups, Math.max(1, Math.floor(rows / rowsPerGroup)))
  const centers: Array<number> = []
  const quantiles: Array<ReadonlyArray<number>> = []
  let start = 0
  for (let group = 1; group <= groups; group += 1) {
    let end = Math.max(start, Math.round((rows * group) / groups))
    while (end > start && end < rows && at(levels, end) === at(levels, end - 1)) end += 1
    if (end - start < Math.min(rows, rowsPerGroup / 2)) continue
    const center = levels.subarray(start, end).reduce((sum, level) => sum + level, 0) / (end - start)
    centers.push(center)
    quantiles.push(
      mixed(residuals.slice(start, end).toSorted(), prior && quantilesAt(prior, center).map((value) => value * width))
    )
    start = end
  }
  return { centers, quantiles }
}
