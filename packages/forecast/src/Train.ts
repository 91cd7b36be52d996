import type { Course } from "./Course.ts"
import type { Model } from "./Model.ts"

export interface TrainingOptions {
  /** The age at which forecasts end. Default: 7 days. */
  readonly horizonMillis?: number
  /** With fewer courses that are known for the whole horizon, the model is the prior. Default: 200. */
  readonly fewestCourses?: number
}

/**
 * Trains in slices: every step of the generator takes a few milliseconds, and the last returns the model. Courses have
 * to be in the order of posting, earliest first.
 */
export declare const train: (courses: ReadonlyArray<Course>, options?: TrainingOptions) => Generator<void, Model, void>
