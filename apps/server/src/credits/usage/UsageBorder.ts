/** Where single entries end and sums by day begin, and the ids of these sums. */
import { dayMillis, plusMillis } from "../../runtime/Time.ts"
import { byMonth, firstIdAt } from "../../database/partitions/PartitionNames.ts"

export const entryPrefix = "use_"

/** Ids of sums sort after those of all entries. */
export const sumPrefix = `${entryPrefix}day_`
export const sumsEnd = `${entryPrefix}day~`

/** Entries with ids below this one are rolled up. */
export const firstKeptId = (time: Date, months: number): string =>
  firstIdAt(entryPrefix, byMonth.startOf(byMonth.of(time) - months))

/** How long reading one history may take: whatever may be rolled up in that time is read as sums from the start. */
export const readingMillis = dayMillis

/** Entries with ids below this one are read as sums when reading starts at this time. */
export const summedBefore = (at: Date, months: number): string => firstKeptId(plusMillis(at, readingMillis), months)
