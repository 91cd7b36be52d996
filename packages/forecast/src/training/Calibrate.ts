/**
 * Compares a model with later posts than it was fitted to, and corrects what it says: its probabilities, and the times
 * by which thresholds are reached.
 */
import { at, between } from "../predicting/Arrays.ts"
import { addArrival, type ArrivalShares, arrivalSharesOf, noArrivals, uncorrected } from "../predicting/Arrivals.ts"
import { agesOfReaching } from "./Clock.ts"
import { countAt, upTo } from "../predicting/Course.ts"
import { stepAtAge } from "../predicting/Grid.ts"
import { addOutcome, type Calibration, calibrationOf, emptyReliability, identity } from "../predicting/Isotonic.ts"
import type { AgeModel } from "../predicting/Model.ts"
import { logAgesOf, type Outlook, outlookOf, reachedByStep, reachedBySteps } from "../predicting/Reach.ts"
import { observationNear, type Prepared, type Span } from "./Rows.ts"
import { mostMeasured, thresholdsReached } from "./Thresholds.ts"

/** How many times the current count is asked for. */
const factors = [1.1, 1.25, 1.5, 2, 3, 5, 10]
/** Forecasts of one post are right or wrong together, so that all of them weigh as much as two. */
const weightOfOne = 2 / factors.length
/** In forecasts per bin. */
const strength = 4
/** The times of less likely arrivals are not corrected by them. */
const leastProbability = 0.05
const postsPerSlice = 60

export interface Corrections {
  readonly calibration: Calibration
  readonly arrivals: ArrivalShares
  readonly skill: number
}

export const noCorrections: Corrections = { calibration: identity, arrivals: uncorrected, skill: 0 }

/** How many posts it takes until half of the measured skill is believed. */
const postsBelieved = 30

interface Ended {
  readonly outlook: Outlook
  readonly final: number
}

const measuredSkill = (ended: ReadonlyArray<Ended>, expected: number): number => {
  let [own, climatology] = [0, 0]
  for (const threshold of thresholdsReached(ended.map(({ final }) => final))) {
    const rate = ended.filter(({ final }) => final >= threshold).length / ended.length
    for (const { outlook, final } of ended) {
      const isReached = final >= threshold ? 1 : 0
      own += (probabilityAtEnd(outlook, threshold) - isReached) ** 2
      climatology += (rate - isReached) ** 2
    }
  }
  const believed = ended.length / (ended.length + postsBelieved)
  return climatology === 0 ? expected : between(expected, 1 - own / climatology, believed)
}

const probabilityAtEnd = (outlook: Outlook, threshold: number): number =>
  outlook.count >= threshold ? 1 : (reachedBySteps(outlook, threshold).at(-1) ?? 0)

const thresholdsAbove = (count: number): ReadonlyArray<number> => {
  const all = factors.map((factor) => Math.max(count + 1, Math.ceil(count * factor)))
  return [...new Set(count < 10 ? [...all, count + 2, count + 3, count + 5] : all)]
}

export function* correctionsOf(
  ages: ReadonlyArray<AgeModel>,
  index: number,
  later: ReadonlyArray<Prepared>,
  { horizonMillis, clock }: Span
): Generator<void, Corrections, void> {
  const ageMillis = ages[index]?.ageMillis ?? 0
  const logAges = logAgesOf(ages)
  const reliability = emptyReliability()
  const arrivals = noArrivals()
  const ended: Array<Ended> = []
  for (const [number, { curve, course, language }] of later.entries()) {
    if (number % postsPerSlice === postsPerSlice - 1) yield
    const observation = observationNear(curve, ageMillis)
    if (observation < 0 || course.knownUntilMillis < horizonMillis) continue
    const age = at(curve.ages, observation)
    if (age >= horizonMillis) continue
    const outlook = outlookOf(ages, logAges, upTo(curve, observation), course.traits, language)
    const final = Math.round(countAt(curve, horizonMillis))
    if (number >= later.length - mostMeasured) ended.push({ outlook, final })
    for (const threshold of thresholdsAbove(outlook.count)) {
      const reached = reachedBySteps(outlook, threshold)
      const probability = at(reached, reached.length - 1)
      addOutcome(reliability, probability, final >= threshold, weightOfOne)
      if (final < threshold || probability < leastProbability) continue
      for (const arrival of agesOfReaching(curve, threshold, clock)) {
        addArrival(arrivals, probability, reachedByStep(reached, stepAtAge(age, horizonMillis, arrival)) / probability)
      }
    }
  }
  yield
  return {
    calibration: calibrationOf(reliability, strength),
    arrivals: arrivalSharesOf(arrivals),
    // A model of all posts is a little better than the one of the earlier posts that is measured here.
    skill: Number(measuredSkill(ended, ages[index]?.skill ?? 0).toPrecision(3))
  }
}
