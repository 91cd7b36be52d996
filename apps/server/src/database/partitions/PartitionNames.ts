/**
 * Names and bounds of partitions by the month or the day (UTC): `TABLE_202611` or `TABLE_20261122`. Bounds are ids
 * without their random part, or the start of a day.
 */
import { encodeTime } from "ulid"
import { dayOf, isoDay, startOf } from "../../runtime/Time.ts"

/** Numbers the months or the days one after the other. */
export interface Period {
  readonly of: (time: Date) => number
  readonly startOf: (period: number) => Date
  /** Digits of a period in the name of its partition: year, month and, of a day, day of the month. */
  readonly digits: 6 | 8
}

export const byMonth: Period = {
  of: (time) => time.getUTCFullYear() * 12 + time.getUTCMonth(),
  startOf: (month) => new Date(Date.UTC(Math.floor(month / 12), month % 12)),
  digits: 6
}

export const byDay: Period = { of: dayOf, startOf, digits: 8 }

const timeDigits = 10

/** Not above the ids made from this time on, and above all ids made before. */
export const firstIdAt = (prefix: string, time: Date): string =>
  `${prefix}${encodeTime(Math.max(0, time.getTime()), timeDigits)}`

export const partitionOf = (table: string, by: Period, period: number): string =>
  `${table}_${by.startOf(period).toISOString().slice(0, 10).replaceAll("-", "").slice(0, by.digits)}`

/** A time as a bound, for tables whose partitions are by time instead of id; DDL takes no parameters. */
export const dayStartLiteral = (day: number): string => `'${isoDay(day)} 00:00:00+00'`

/** The default partition. */
export const defaultPartitionOf = (table: string): string => `${table}_default`

export interface Partition {
  readonly name: string
  readonly period: number
}

const periodIn = (by: Period, digits: string): number => {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)]
  return by.of(new Date(Date.UTC(Number(year), Number(month) - 1, day === "" ? 1 : Number(day))))
}

/** The day of a partition that is known to have one. */
export const partitionDay = (name: string): number => periodIn(byDay, name.slice(-byDay.digits))

/** Undefined for names of another form. */
export const parsePartition = (table: string, by: Period, name: string): Partition | undefined => {
  const [, digits] = /^_(\d{6}|\d{8})$/.exec(name.slice(table.length)) ?? []
  if (!name.startsWith(table) || digits === undefined || digits.length !== by.digits) return undefined
  return { name, period: periodIn(by, digits) }
}
