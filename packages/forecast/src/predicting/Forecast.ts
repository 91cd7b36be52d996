/** What a model says about one post. */
import { at } from "./Arrays.ts"
import { arrivalShare } from "./Arrivals.ts"
import { type CourseSoFar, curveOf } from "./Course.ts"
import { ageAtStep, stepAtAge } from "./Grid.ts"
import { calibrated, type Calibration } from "./Isotonic.ts"
import { type AgeModel, doubtBins, type Model } from "./Model.ts"
import { logAgesOf, type Outlook, outlookOf, reachedByStep, reachedBySteps, stepOfReaching } from "./Reach.ts"

/** Ages of the post in milliseconds. */
export interface ExpectedAge {
  readonly p10: number
  readonly p50: number
  readonly p90: number
}

export interface ThresholdForecast {
  readonly threshold: number
  /** That the count is at least the threshold at the horizon. */
  readonly probability: number
  /** Whether networks agree on it, as far as the model does not know this one: others are off by 0.1 at most. */
  readonly isReliable: boolean
  /**
   * When, if it is reached by the horizon: never before the last observation. For a threshold that is reached already:
   * when that was first observed. Null when the probability is 0.
   */
  readonly eta: ExpectedAge | null
}

const ageExactly = (age: number): ExpectedAge => ({ p10: age, p50: age, p90: age })

/** Of the two ages beside the post's, as everything else. */
const blended = ({ ages }: Outlook, of: (model: AgeModel) => number): number =>
  ages.reduce((sum, { model, weight }) => sum + weight * of(model), 0)

const calibratedAt = (outlook: Outlook, probability: number): number =>
  blended(outlook, ({ calibration }: { readonly calibration: Calibration }) => calibrated(calibration, probability))

const notReached = (threshold: number, isReliable: boolean): ThresholdForecast => ({
  threshold,
  probability: 0,
  isReliable,
  eta: null
})

const mostDoubt = 0.1

const isReliable = (outlook: Outlook, probability: number): boolean => {
  const bin = Math.min(doubtBins - 1, Math.floor(probability * doubtBins))
  return blended(outlook, ({ doubts }) => at(doubts, bin)) <= mostDoubt
}

/**
 * One forecast for each threshold, in the order given. Thresholds above the current count are forecast; those that are
 * reached have the probability 1. Without any observation, nothing is known and every probability is 0.
 */
export const forecast = (
  model: Model,
  { observations, traits }: CourseSoFar,
  thresholds: ReadonlyArray<number>,
  /** An age before which the thresholds have to be reached, if it is before the model's horizon. */
  untilMillis: number = model.horizonMillis
): ReadonlyArray<ThresholdForecast> => {
  const curve = curveOf(observations)
  const age = at(curve.ages, curve.ages.length - 1)
  const until = Math.min(untilMillis, model.horizonMillis)
  const outlook =
    age > 0 && age < until
      ? outlookOf(model.ages, logAgesOf(model.ages), curve, traits, model.languages.indexOf(traits.language))
      : undefined
  return thresholds.map((threshold) => {
    const observed = curve.counts.findIndex((count) => count >= threshold)
    if (observed >= 0) {
      return { threshold, probability: 1, isReliable: true, eta: ageExactly(at(curve.ages, observed)) }
    }
    if (outlook === undefined || Number.isNaN(threshold)) return notReached(threshold, age > 0)
    const reached = reachedBySteps(outlook, threshold).map((share) => calibratedAt(outlook, share))
    const probability = reachedByStep(reached, stepAtAge(age, model.horizonMillis, until))
    if (!(probability > 0)) return notReached(threshold, isReliable(outlook, 0))
    const ageAt = (quantile: 0 | 1 | 2): number => {
      const share = blended(outlook, ({ arrivals }) => arrivalShare(arrivals, probability, quantile)) * probability
      return Math.min(until, Math.max(age, ageAtStep(age, model.horizonMillis, stepOfReaching(reached, share))))
    }
    const eta = { p10: ageAt(0), p50: ageAt(1), p90: ageAt(2) }
    return { threshold, probability, isReliable: isReliable(outlook, probability), eta }
  })
}
