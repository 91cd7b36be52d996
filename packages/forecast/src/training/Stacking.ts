/**
 * How much each expert of an age counts. Each says probabilities for the later posts, which it has not seen, and the mixture
 * that comes closest to what they did is taken (stacking; Wolpert, "Stacked generalization", 1992). Few posts leave the
 * weights near fixed ones. A mixture never rises with the threshold, and its Brier score is at most the mean of its experts'.
 */
import { at } from "../predicting/Arrays.ts"
import { countAt, upTo } from "../predicting/Course.ts"
import { stepAtAge } from "../predicting/Grid.ts"
import type { AgeModel } from "../predicting/Model.ts"
import { logAgesOf, outlookOf, reachedByStep, reachedBySteps } from "../predicting/Reach.ts"
import { observationNear, type Prepared, type Span } from "./Rows.ts"
import { mostMeasured, thresholdsReached } from "./Thresholds.ts"

/** Of what is learned, the prior, and the line. */
const weightsBefore = [0.5, 0.25, 0.25]
/** How many posts the fixed weights weigh. */
const strength = 40
/** Weights are multiples of 1 / 20. */
const parts = 20
const postsPerSlice = 30

const mixturesOf = (experts: number, left: number): ReadonlyArray<ReadonlyArray<number>> =>
  experts === 1
    ? [[left / parts]]
    : Array.from({ length: left + 1 }, (_, own) =>
        mixturesOf(experts - 1, left - own).map((others) => [own / parts, ...others])
      ).flat()

const mixtures = mixturesOf(weightsBefore.length, parts)

/** For each pair of experts, the mean of the products of their errors. */
type Products = ReadonlyArray<Array<number>>

/** The Brier score of a mixture, summed over the posts, plus a penalty that grows with its distance from the fixed weights. */
const lossOf = (products: Products, weights: ReadonlyArray<number>, posts: number): number => {
  const mean = products.reduce((sum, row, one) => sum + at(row, one), 0) / products.length
  const distance = weights.reduce((sum, weight, one) => sum + (weight - at(weightsBefore, one)) ** 2, 0)
  const score = products.reduce(
    (sum, row, one) =>
      sum + at(weights, one) * row.reduce((own, product, other) => own + at(weights, other) * product, 0),
    0
  )
  return posts * score + strength * mean * distance
}

/** Gives weights to the experts, which are in the order of `weightsBefore`. */
export function* weighed(
  age: AgeModel,
  later: ReadonlyArray<Prepared>,
  { horizonMillis }: Span
): Generator<void, ReadonlyArray<number>, void> {
  const alone = age.experts.map((expert): AgeModel => ({ ...age, experts: [{ ...expert, weight: 1 }] }))
  const logAges = logAgesOf([age])
  const seen = later.slice(-mostMeasured).flatMap(({ curve, course, language }) => {
    const observation = observationNear(curve, age.ageMillis)
    // Of posts that have not ended, what is known is compared.
    const until = Math.min(horizonMillis, course.knownUntilMillis)
    if (observation < 0 || until <= at(curve.ages, observation)) return []
    return [{ so: upTo(curve, observation), course, language, until, final: Math.round(countAt(curve, until)) }]
  })
  yield
  const thresholds = thresholdsReached(seen.map(({ final }) => final))
  const products: Products = age.experts.map(() => age.experts.map(() => 0))
  for (const [number, { so, course, language, until, final }] of seen.entries()) {
    if (number % postsPerSlice === postsPerSlice - 1) yield
    const outlooks = alone.map((model) => outlookOf([model], logAges, so, course.traits, language))
    const step = stepAtAge(at(so.ages, so.ages.length - 1), horizonMillis, until)
    for (const threshold of thresholds) {
      const errors = outlooks.map((outlook) =>
        outlook.count >= threshold
          ? 0
          : reachedByStep(reachedBySteps(outlook, threshold), step) - (final >= threshold ? 1 : 0)
      )
      for (const [one, row] of products.entries()) {
        for (const other of row.keys()) {
          row[other] = at(row, other) + (at(errors, one) * at(errors, other)) / thresholds.length / seen.length
        }
      }
    }
  }
  yield
  const scored = (weights: ReadonlyArray<number>) => ({ weights, loss: lossOf(products, weights, seen.length) })
  // Without later posts, all are alike, and the fixed weights stay.
  return mixtures.map(scored).reduce((best, one) => (one.loss < best.loss ? one : best), scored(weightsBefore)).weights
}

/** Without the experts that do not count. */
export const stacked = (age: AgeModel, weights: ReadonlyArray<number>): AgeModel => ({
  ...age,
  experts: age.experts
    .map((expert, index) => ({ ...expert, weight: at(weights, index) }))
    .filter(({ weight }) => weight > 0)
})
