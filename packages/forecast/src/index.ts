/** How likely a count is to reach a threshold, and when. Start with README.md. */
export type { Course, CourseSoFar, Observation, Traits } from "./Course.ts"
export { type ExpectedAge, forecast, type ThresholdForecast } from "./Forecast.ts"
export type { Model } from "./Model.ts"
export { priorModel } from "./Prior.ts"
export { readModel } from "./ReadModel.ts"
export { train, trainAtOnce, type TrainingOptions } from "./Train.ts"
