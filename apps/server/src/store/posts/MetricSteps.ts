/**
 * The ages at which counts are kept: each step is a quarter longer than the one before, from 5 minutes on, until a step
 * would be longer than a day; then day by day. So the counts nearest before any time are never further from it than a
 * quarter of the post's age, nor than a day, as far as a source tells them.
 */
import { dayMillis } from "../../runtime/Time.ts"

const firstMillis = 5 * 60_000
const growth = 1.25
/** Here a step of a quarter is as long as a day. */
const dailyFrom = 4 * dayMillis

const growingSteps = Math.floor(Math.log(dailyFrom / firstMillis) / Math.log(growth)) + 1

/** 0 below 5 minutes of age, where the counts are those of the post's beginning: none. */
export const metricStep = (ageMillis: number): number => {
  if (ageMillis < firstMillis) return 0
  if (ageMillis < dailyFrom) return Math.floor(Math.log(ageMillis / firstMillis) / Math.log(growth)) + 1
  return growingSteps + Math.floor((ageMillis - dailyFrom) / dayMillis) + 1
}

/** Counts seen at this age or later are kept at their step's beginning, which is not longer before this age. */
export const stepBackMillis = (ageMillis: number): number => Math.min(dayMillis, ageMillis * (growth - 1))
