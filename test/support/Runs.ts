import { runsFactor } from "./TestSettings.ts"

/** Number of cases, seeds or kills in a test: few by default, HEDDLE_TEST_RUNS times as many in a long run. */
export const runs = (byDefault: number): number => Math.max(1, Math.round(byDefault * runsFactor))

/** Whether to run the cases that short runs leave out. */
export const isLongRun = runsFactor > 1
