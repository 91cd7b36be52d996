/**
 * When thresholds are reached, of those that are. By itself the model says it with the probabilities of its steps: half
 * of the arrivals have come when half of the probability is reached. This is corrected by what later posts show, as in
 * split conformal prediction, and separately for likely and unlikely arrivals.
 */
import { at, between, clamp, placeIn } from "./Arrays.ts"

/** For each of `likelihoods`, the shares of the probability that are reached when about 10, 50 and 90 % have arrived. */
export type ArrivalShares = ReadonlyArray<ReadonlyArray<number>>

/** Of the probabilities that are corrected separately; in between, the correction is interpolated. */
export const likelihoods = [0.15, 0.35, 0.65, 0.9]
/** A probability belongs to the first of these that it does not exceed. */
const upperBounds = [0.25, 0.5, 0.8, 1]
/** A little wider than 10 to 90 %, because what comes is never quite like what was learned from. */
const levels = [0.085, 0.5, 0.915]
/** How many arrivals it takes until half of the correction is believed. */
const arrivalsBelieved = 50
/** Each arrival is given at so many ages, because it lies between two observations. */
const sharesOfArrival = 5

export const uncorrected: ArrivalShares = likelihoods.map(() => levels)

export const arrivalShare = (shares: ArrivalShares, probability: number, quantile: number): number => {
  const { index, weight } = placeIn(likelihoods, probability)
  const low = at(shares[index] ?? levels, quantile)
  return weight === 0 ? low : between(low, at(shares[index + 1] ?? levels, quantile), weight)
}

/** Shares of the probability that were reached when thresholds were, by likelihood. */
export type Arrivals = ReadonlyArray<Array<number>>

export const noArrivals = (): Arrivals => likelihoods.map(() => [])

export const addArrival = (into: Arrivals, probability: number, share: number): void =>
  void into[upperBounds.findIndex((bound) => probability <= bound)]?.push(share)

const margin = 0.75

/** The quantiles of few arrivals are uncertain: the outer ones are taken further out, by most of their standard deviation. */
const marginOf = (level: number, arrived: number): number =>
  Math.sqrt((level * (1 - level)) / Math.max(1, arrived)) * margin

export const arrivalSharesOf = (arrivals: Arrivals): ArrivalShares =>
  arrivals.map((own) => {
    const sorted = Float64Array.from(own).toSorted()
    const arrived = sorted.length / sharesOfArrival
    const believed = arrived / (arrived + arrivalsBelieved)
    return levels.map((level) => {
      const outer = clamp(level + Math.sign(level - 0.5) * marginOf(level, arrived), 0, 1)
      const measured = at(sorted, Math.min(sorted.length - 1, Math.floor(outer * sorted.length)))
      return Number(clamp(between(level, measured, believed), 0.001, 0.999).toPrecision(4))
    })
  })
