/**
 * The partitions of a table by the month (UTC) of its ids: `TABLE_202611` for a month, `TABLE_before_202611` for all
 * months before one, which a migration made of an older table. Bounds are ids without their random part.
 */
import { encodeTime } from "ulid"

/** Months since the year 0. */
export type Month = number

export const monthOf = (time: Date): Month => time.getUTCFullYear() * 12 + time.getUTCMonth()

export const startOfMonth = (month: Month): Date => new Date(Date.UTC(Math.floor(month / 12), month % 12))

const timeDigits = 10

/** Not above the ids made from this time on, and above all ids made before. */
export const firstIdAt = (prefix: string, time: Date): string =>
  `${prefix}${encodeTime(Math.max(0, time.getTime()), timeDigits)}`

export const partitionOf = (table: string, month: Month): string =>
  `${table}_${String(Math.floor(month / 12)).padStart(4, "0")}${String((month % 12) + 1).padStart(2, "0")}`

/** The default partition. */
export const defaultPartitionOf = (table: string): string => `${table}_default`

export interface MonthPartition {
  readonly name: string
  /** The first month of the partition; null when it has all months before `until`. */
  readonly month: Month | null
  /** The month after its last. */
  readonly until: Month
}

/** Undefined for names of another form. */
export const parsePartition = (table: string, name: string): MonthPartition | undefined => {
  const [, before, year, month] = /^_(before_)?(\d{4})(\d{2})$/.exec(name.slice(table.length)) ?? []
  if (!name.startsWith(table) || year === undefined || month === undefined) return undefined
  const named = Number(year) * 12 + Number(month) - 1
  return before === undefined ? { name, month: named, until: named + 1 } : { name, month: null, until: named }
}
