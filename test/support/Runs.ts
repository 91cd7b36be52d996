import { runsFactor } from "./TestSettings.ts"

/** How many cases, seeds or kills a test tries: few by default, HEDDLE_TEST_RUNS times as many for a long look. */
export const runs = (byDefault: number): number => Math.max(1, Math.round(byDefault * runsFactor))

/** Whether to try all of what a short run tries a part of. */
export const isLongRun = runsFactor > 1
