/**
 * The ages at which a post's counts are stored as a snapshot. Steps start at 5 minutes and grow by a quarter each, until
 * they reach a day; after that they are daily. If the source reports often enough, the snapshot before any time is
 * therefore at most a quarter of the post's age away, and at most a day.
 */
import { dayMillis } from "../../runtime/Time.ts"

const firstMillis = 5 * 60_000
const growth = 1.25
/** The age at which a growing step reaches the length of a day. */
const dailyFrom = 4 * dayMillis

const growingSteps = Math.floor(Math.log(dailyFrom / firstMillis) / Math.log(growth)) + 1

/** The number of the step at this age; 0 below 5 minutes, where all counts are taken to be zero. */
export const metricStep = (ageMillis: number): number => {
  if (ageMillis < firstMillis) return 0
  if (ageMillis < dailyFrom) return Math.floor(Math.log(ageMillis / firstMillis) / Math.log(growth)) + 1
  return growingSteps + Math.floor((ageMillis - dailyFrom) / dayMillis) + 1
}

/** The snapshot of counts observed at this age or later is at most this much older than the given age. */
export const maxSnapshotLagMillis = (ageMillis: number): number => Math.min(dayMillis, ageMillis * (growth - 1))
