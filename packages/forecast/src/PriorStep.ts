/** The prior at an age and step of a model with another horizon: between the prior's own steps. */
import { at, between, placeIn } from "./Arrays.ts"
import { ageAtStep, stepAtAge, steps } from "./Grid.ts"
import type { Model, StepModel } from "./Model.ts"
import { quantileLevels, quantilesAt } from "./Spread.ts"

const mix = (low: ReadonlyArray<number>, high: ReadonlyArray<number>, weight: number): ReadonlyArray<number> =>
  high.map((value, index) => between(at(low, index), value, weight))

/** Nothing has grown yet, and nothing is uncertain. */
const noGrowth: StepModel = {
  coefficients: [],
  languages: [],
  followerBands: [],
  spread: { centers: [0], quantiles: [quantileLevels.map(() => 0)] }
}

export const priorStep = (prior: Model, ageMillis: number, horizonMillis: number, step: number): StepModel => {
  const distance = (own: number) => Math.abs(Math.log(own / ageMillis))
  const [nearest] = prior.ages.toSorted((a, b) => distance(a.ageMillis) - distance(b.ageMillis))
  const later = ageAtStep(ageMillis, horizonMillis, at(steps, step))
  const place = placeIn([0, ...steps], stepAtAge(ageMillis, prior.horizonMillis, later))
  const [low, high] = [nearest?.steps[place.index - 1], nearest?.steps[place.index]]
  if (high === undefined || place.weight === 0) return low ?? noGrowth
  const { centers } = high.spread
  const lowQuantiles = (center: number) => quantilesAt((low ?? noGrowth).spread, center)
  return {
    coefficients: mix(low?.coefficients ?? [], high.coefficients, place.weight),
    languages: [],
    followerBands: mix(low?.followerBands ?? [], high.followerBands, place.weight),
    spread: {
      centers,
      quantiles: high.spread.quantiles.map((own, i) => mix(lowQuantiles(at(centers, i)), own, place.weight))
    }
  }
}
