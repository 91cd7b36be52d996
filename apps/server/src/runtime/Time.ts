/** Time comes from the `Clock`, so that tests can set it. SQL never reads the database's clock. */
import { Clock, DateTime, Effect } from "effect"

export const now: Effect.Effect<Date> = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))

export const unixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000)

/** A source's time, capped at the time of receipt: its clock may run ahead. */
export const earlierOf = (unixSeconds: number | undefined, receivedAt: Date): Date =>
  new Date(Math.min((unixSeconds ?? Infinity) * 1000, receivedAt.getTime()))

export const plusMillis = (date: Date, millis: number): Date => new Date(date.getTime() + millis)

export const hourMillis = 3_600_000
export const dayMillis = 24 * hourMillis

/** A day of UTC, as the number of days since 1970. */
export const dayOf = (time: Date): number => Math.floor(time.getTime() / dayMillis)

export const startOf = (day: number): Date => new Date(day * dayMillis)

/** `YYYY-MM-DD`. */
export const isoDay = (day: number): string => startOf(day).toISOString().slice(0, 10)

/**
 * Calendar months in UTC, counted from an anchor rather than from each other: 31 January → 28 February → 31 March
 * (decisions, "Keys, accounts, plans").
 */
export const monthsAfter = (anchor: Date, months: number): Date =>
  DateTime.toDate(DateTime.add(DateTime.makeUnsafe(anchor), { months }))
