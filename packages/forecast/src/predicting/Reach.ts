/** The probability that a threshold is reached, for every step from the last observation to the horizon. */
import { at, between, placeIn } from "./Arrays.ts"
import type { Curve, Traits } from "./Course.ts"
import { featureCount, followerBandOf, levelOf, writeFeatures } from "./Features.ts"
import { steps } from "./Grid.ts"
import type { AgeModel, StepModel } from "./Model.ts"
import { scaleOf, shareAboveAt } from "./Spread.ts"

export const expectedGrowth = (
  { coefficients, languages, followerBands }: StepModel,
  features: Float64Array,
  offset: number,
  language: number,
  band: number
): number => {
  let sum = (languages[language] ?? 0) + (followerBands[band] ?? 0)
  for (let index = 0; index < featureCount; index += 1) {
    sum += (coefficients[index] ?? 0) * (features[offset + index] ?? 0)
  }
  return sum
}

/** What an expert expects of the post. */
interface Part {
  readonly weight: number
  readonly steps: ReadonlyArray<StepModel>
  /** The expected growth to each step. */
  readonly growth: ReadonlyArray<number>
}

/** A post with the two ages of the model beside the age of its last observation. */
export interface Outlook {
  readonly ageMillis: number
  readonly count: number
  readonly ages: ReadonlyArray<{ readonly model: AgeModel; readonly weight: number }>
  readonly parts: ReadonlyArray<Part>
}

export const logAgesOf = (ages: ReadonlyArray<AgeModel>): ReadonlyArray<number> =>
  ages.map(({ ageMillis }) => Math.log(ageMillis))

/** The language is its index among the model's; -1 when the model does not know it. */
export const outlookOf = (
  ages: ReadonlyArray<AgeModel>,
  logAges: ReadonlyArray<number>,
  curve: Curve,
  traits: Traits,
  language: number
): Outlook => {
  const ageMillis = at(curve.ages, curve.ages.length - 1)
  const { index, weight } = placeIn(logAges, Math.log(ageMillis))
  const features = new Float64Array(featureCount)
  const band = followerBandOf(traits)
  writeFeatures(features, 0, curve, traits)
  const besides = [
    { model: ages[index], weight: 1 - weight },
    { model: ages[index + 1], weight }
  ].flatMap(({ model, weight }) => (model === undefined || weight === 0 ? [] : [{ model, weight }]))
  const parts = besides.flatMap(({ model, weight }) =>
    model.experts.map((expert) => ({
      weight: weight * expert.weight,
      steps: expert.steps,
      growth: expert.steps.map((step) => expectedGrowth(step, features, 0, language, band))
    }))
  )
  return { ageMillis, count: at(curve.counts, curve.counts.length - 1), ages: besides, parts }
}

/** Counts are whole: halfway below the threshold, the growth that reaches it is distinguished from the growth that does not. */
const growthNeeded = (count: number, threshold: number): number =>
  Math.log((1 + Math.max(threshold - 0.5, (threshold + count) / 2)) / (1 + count))

/** For each step, never falling from one step to the next; not yet calibrated. */
export const reachedBySteps = ({ count, parts }: Outlook, threshold: number): ReadonlyArray<number> => {
  const level = levelOf(count)
  const needed = growthNeeded(count, threshold)
  let reached = 0
  return steps.map((_, step) => {
    let sum = 0
    for (const { steps: models, weight, growth } of parts) {
      const spread = models[step]?.spread
      if (spread !== undefined)
        sum += weight * shareAboveAt(spread, level, (needed - at(growth, step)) / scaleOf(at(growth, step)))
    }
    reached = Math.max(reached, Math.min(1, sum))
    return reached
  })
}

const stepsFromStart = [0, ...steps]

/** Between the steps; nothing is reached at step 0. */
export const reachedByStep = (reached: ReadonlyArray<number>, step: number): number => {
  const { index, weight } = placeIn(stepsFromStart, step)
  const low = index === 0 ? 0 : at(reached, index - 1)
  return weight === 0 ? low : between(low, at(reached, index), weight)
}

/** The first step by which this much is reached: the inverse of `reachedByStep`. */
export const stepOfReaching = (reached: ReadonlyArray<number>, probability: number): number => {
  const index = reached.findIndex((value) => value >= probability)
  if (index < 0) return 1
  const low = index === 0 ? 0 : at(reached, index - 1)
  const high = at(reached, index)
  const weight = high > low ? (probability - low) / (high - low) : 0
  return between(at(stepsFromStart, index), at(stepsFromStart, index + 1), weight)
}
