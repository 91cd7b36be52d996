/**
 * The names of the partitions of `posts` and `post_metrics`: one per UTC day of posting, and a default partition. A day is
 * the number of days since 1970 in UTC.
 */
import { dayMillis, dayOf, isoDay, plusMillis } from "../../runtime/Time.ts"

/** More than 90, so that 90 days are always complete (decisions, section 9). */
export const retentionDays = 92

export type PartitionedTable = "posts" | "post_metrics"

/** The first day within retention. */
export const firstRetainedDay = (time: Date): number => dayOf(plusMillis(time, -retentionDays * dayMillis))

export const partitionName = (table: PartitionedTable, day: number): string =>
  `${table}_${isoDay(day).replaceAll("-", "")}`

/** The default partition, which holds posts that were past retention when they arrived. */
export const defaultPartitionOf = (table: PartitionedTable): string => `${table}_old`

export const partitionDay = (name: string): number => {
  const [year, month, day] = [name.slice(-8, -4), name.slice(-4, -2), name.slice(-2)]
  return dayOf(new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))))
}

/** The start of a day as an SQL literal, because DDL takes no parameters. */
export const dayStartLiteral = (day: number): string => `'${isoDay(day)} 00:00:00+00'`
