/** How likely a count is to reach a threshold, and when. Start with README.md. */
export type { Course, CourseSoFar, Observation, Traits } from "./predicting/Course.ts"
export { type ExpectedAge, forecast, type ThresholdForecast } from "./predicting/Forecast.ts"
export { priorModel } from "./predicting/Prior.ts"
export { doubtBins, type Expert, type Model, readModel, skillAt, usefulFrom } from "./predicting/Model.ts"
export { train, trainAtOnce, type TrainingOptions } from "./training/Train.ts"
