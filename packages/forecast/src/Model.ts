/** A trained model: plain JSON, so that it can be kept in a column. */
import type { ArrivalShares } from "./Arrivals.ts"
import type { Calibration } from "./Isotonic.ts"
import type { Spread } from "./Spread.ts"

export const modelFormat = 1

/** The growth from an age to one of the steps after it. */
export interface StepModel {
  /** Of the features: the expected growth of the logarithm of the count. */
  readonly coefficients: ReadonlyArray<number>
  /** Added for each of the model's languages. */
  readonly languages: ReadonlyArray<number>
  /** Added for each band of followers. */
  readonly followerBands: ReadonlyArray<number>
  readonly spread: Spread
}

export interface AgeModel {
  readonly ageMillis: number
  readonly steps: ReadonlyArray<StepModel>
  /** Of the probabilities. */
  readonly calibration: Calibration
  readonly arrivals: ArrivalShares
}

export interface Model {
  readonly format: typeof modelFormat
  /** `prior`: there were too few courses, so this is the prior, which was fitted on simulated posts only. */
  readonly kind: "learned" | "prior"
  /** How many courses with a known end it was learned from; for the prior, how many there were. */
  readonly posts: number
  /** The age at which forecasts end. */
  readonly horizonMillis: number
  readonly languages: ReadonlyArray<string>
  /** By age, least first. */
  readonly ages: ReadonlyArray<AgeModel>
}
