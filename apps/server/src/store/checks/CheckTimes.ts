/** When a post is checked again; pure. */
import { dayMillis, hourMillis } from "../../runtime/Time.ts"

const minuteMillis = 60_000
/** Before that, networks may not show the post yet. */
export const firstCheckMillis = 5 * minuteMillis
/** A rule covers posts of at most 72 hours. */
export const checkedForMillis = 3 * dayMillis
const shortestMillis = 2 * minuteMillis
const longestMillis = 12 * hourMillis

/** A quarter of the post's age, as snapshots of its counts are; twice that if its counts stand still. */
export const nextCheckMillis = (ageMillis: number, hasMoved: boolean): number =>
  Math.min(longestMillis, Math.max(shortestMillis, (ageMillis / 4) * (hasMoved ? 1 : 2)))
