import type { CourseSoFar } from "./Course.ts"
import type { Model } from "./Model.ts"

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
  /** When, if it is reached by the horizon. For a threshold that is reached already: when that was first observed. */
  readonly eta: ExpectedAge | null
}

export declare const forecast: (
  model: Model,
  course: CourseSoFar,
  thresholds: ReadonlyArray<number>,
  /** An earlier end than the model's horizon. */
  horizonMillis?: number
) => ReadonlyArray<ThresholdForecast>
