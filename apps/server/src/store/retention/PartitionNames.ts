/** The partitions of `posts` and `post_metrics` by name: one for each day of posting in UTC, and one for all others. */
import { dayMillis, dayOf, isoDay, plusMillis } from "../../runtime/Time.ts"

/** Posts are kept so long that 90 days are whole (decisions, section 9). */
export const retentionDays = 92

export type PartitionedTable = "posts" | "post_metrics"

/** The first day that is kept. */
export const keptFrom = (time: Date): number => dayOf(plusMillis(time, -retentionDays * dayMillis))

export const partitionOf = (table: PartitionedTable, day: number): string =>
  `${table}_${isoDay(day).replaceAll("-", "")}`

/** The one for posts of days without a partition of their own: those past retention when they came. */
export const restOf = (table: PartitionedTable): string => `${table}_old`

export const dayOfName = (name: string): number => {
  const [year, month, day] = [name.slice(-8, -4), name.slice(-4, -2), name.slice(-2)]
  return dayOf(new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))))
}

/** The beginning of a day as SQL: DDL takes no parameters. */
export const bound = (day: number): string => `'${isoDay(day)} 00:00:00+00'`
