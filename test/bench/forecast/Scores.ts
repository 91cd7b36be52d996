/** Scores of probabilities and of times. */

export interface Outcome {
  readonly probability: number
  readonly isReached: boolean
}

const mean = (values: ReadonlyArray<number>): number =>
  values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length

const squared = ({ probability, isReached }: Outcome): number => (probability - (isReached ? 1 : 0)) ** 2

export const brier = (outcomes: ReadonlyArray<Outcome>): number => mean(outcomes.map(squared))

export const skill = (own: ReadonlyArray<Outcome>, reference: ReadonlyArray<Outcome>): number =>
  1 - brier(own) / brier(reference)

/** The standard error of how far two skills against the same reference are apart, over outcomes in the same order. */
export const skillError = (
  own: ReadonlyArray<Outcome>,
  other: ReadonlyArray<Outcome>,
  reference: ReadonlyArray<Outcome>
): number => {
  const apart = own.map((outcome, index) => squared(outcome) - squared(other[index] ?? outcome))
  const center = mean(apart)
  const variance = mean(apart.map((one) => (one - center) ** 2))
  return Math.sqrt(variance / apart.length) / brier(reference)
}

export interface CalibrationRow {
  readonly forecasts: number
  readonly forecast: number
  readonly reached: number
}

const bins = 10

export const calibrationTable = (outcomes: ReadonlyArray<Outcome>): ReadonlyArray<CalibrationRow> =>
  Array.from({ length: bins }, (_, bin) => {
    const inside = outcomes.filter(({ probability }) => Math.min(bins - 1, Math.floor(probability * bins)) === bin)
    return {
      forecasts: inside.length,
      forecast: mean(inside.map(({ probability }) => probability)),
      reached: mean(inside.map(({ isReached }) => (isReached ? 1 : 0)))
    }
  })

/** The mean distance between forecast and outcome over ten bins, weighted by their forecasts. */
export const calibrationError = (outcomes: ReadonlyArray<Outcome>): number =>
  calibrationTable(outcomes).reduce(
    (sum, { forecasts, forecast, reached }) =>
      forecasts === 0 ? sum : sum + (forecasts / outcomes.length) * Math.abs(forecast - reached),
    0
  )

/** Continuous ranked probability score: the squared distance of two distribution functions, over all counts. */
export const crps = (grid: ReadonlyArray<number>, probabilities: ReadonlyArray<number>, final: number): number => {
  let sum = 0
  for (const [index, threshold] of grid.entries()) {
    const width = threshold - (grid[index - 1] ?? 0)
    sum += width * ((probabilities[index] ?? 0) - (final >= threshold ? 1 : 0)) ** 2
  }
  return sum
}

export const averageOf = mean
