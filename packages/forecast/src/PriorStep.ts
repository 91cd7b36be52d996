/** The prior at an age and step of a model with another horizon: between the prior's own steps. */
import { at, between, placeIn } from "./Arrays.ts"
import { ageAtStep, stepAtAge, steps } from "./Grid.ts"
import type { Model, StepModel } from "./Model.ts"
import { quantilesAt } from "./Spread.ts"

const mix = (low: ReadonlyArray<number>, high: ReadonlyArray<number>, weight: number): ReadonlyArray<number> =>
  high.map((value, index) => between(at(low, index), value, weight))

export const priorStep = (prior: Model, ageMillis: number, horizonMillis: number, step: number): StepModel | undefined => {
  const distance = (own: number) => Math.abs(Math.log(own / ageMillis))
  const [nearest] = prior.ages.toSorted((a, b) => distance(a.ageMillis) - distance(b.ageMillis))
  if (nearest === undefined) return undefined
  const later = ageAtStep(ageMillis, horizonMillis, at(steps, step))
  const place = placeIn([0, ...steps], stepAtAge(ageMillis, prior.horizonMillis, later))
  const [low, high] = [nearest.steps[place.index - 1], nearest.steps[place.index]]
  if (high === undefined || place.weight === 0) return low ?? high
  // At step 0 nothing has grown yet, and nothing is uncertain.
  const { centers } = high.spread
  const lowQuantiles = (center: number) => (low === undefined ? [] : quantilesAt(low.spread, center))
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
