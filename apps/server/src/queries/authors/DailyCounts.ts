/** Counts day by day from what was told now and then: pure; a day without news repeats the one before. */
import { dayMillis } from "../../runtime/Time.ts"

/** What was told of an account at a time; a count that no source has told yet is null. */
export interface ToldCounts {
  readonly observedAt: Date
  readonly followerCount: number | null
  readonly followingCount: number | null
  readonly postCount: number | null
}

/** As last told by the end of each of so many days from the first, a number of days since 1970 in UTC; oldest first. */
export const dailyCounts = (
  /** In order of time. */
  told: ReadonlyArray<ToldCounts>,
  first: number,
  days: number
): ReadonlyArray<ToldCounts | null> => {
  let next = 0
  let last: ToldCounts | null = null
  return Array.from({ length: days }, (_, at) => {
    const end = (first + at + 1) * dayMillis
    for (let one = told[next]; one !== undefined && one.observedAt.getTime() < end; one = told[next]) {
      last = one
      next += 1
    }
    return last
  })
}
