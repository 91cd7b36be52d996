/** Where single entries end and sums by day begin, and the ids of these sums. */
import { byMonth, firstIdAt } from "../../database/partitions/PartitionNames.ts"

export const entryPrefix = "use_"

/** Ids of sums sort after those of all entries. */
export const sumPrefix = `${entryPrefix}day_`
export const sumsEnd = `${entryPrefix}day~`

/** Entries with ids below this one are rolled up. */
export const firstKeptId = (time: Date, months: number): string =>
  firstIdAt(entryPrefix, byMonth.startOf(byMonth.of(time) - months))
