/** Daily counts from irregular observations; pure. A day without an observation repeats the day before. */
import { dayMillis } from "../../runtime/Time.ts"

/** An observation of an author's counts; a count that no source has reported is null. */
export interface ReportedCounts {
  readonly observedAt: Date
  readonly followerCount: number | null
  readonly followingCount: number | null
  readonly postCount: number | null
}

/**
 * The last observation by the end of each day, oldest first; null before the first one. `first` is the first day, as the
 * number of days since 1970 in UTC.
 */
export const dailyCounts = (
  /** Oldest first. */
  observations: ReadonlyArray<ReportedCounts>,
  first: number,
  days: number
): ReadonlyArray<ReportedCounts | null> => {
  let next = 0
  let last: ReportedCounts | null = null
  return Array.from({ length: days }, (_, index) => {
    const end = (first + index + 1) * dayMillis
    for (
      let current = observations[next];
      current !== undefined && current.observedAt.getTime() < end;
      current = observations[next]
    ) {
      last = current
      next += 1
    }
    return last
  })
}
