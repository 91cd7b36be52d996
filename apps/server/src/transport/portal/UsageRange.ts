/**
 * The times of the portal's usage filter: UTC days such as `2026-11-22`, both ends included; or an hour of UTC such as
 * `2026-11-22T13`, since which a chart has hours.
 */
import { type InvalidParameter, invalidParameter } from "@heddle/api"
import { Effect } from "effect"
import type { DayRange } from "../../credits/usage/UsageDays.ts"
import { dayOf, hourMillis, isoDay, now } from "../../runtime/Time.ts"

const defaultDays = 30
const maxDays = 366
/** Their entries are read one by one. */
const maxHours = 168

interface Given {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Days or hours since 1970; both ends are included. */
export interface ChartRange extends DayRange {
  readonly unit: "day" | "hour"
}

const hourOf = (time: Date): number => Math.floor(time.getTime() / hourMillis)
export const startOfHour = (hour: number): Date => new Date(hour * hourMillis)
const isoHour = (hour: number): string => startOfHour(hour).toISOString().slice(0, 13)

const dayIn = (path: "from" | "to", text: string): Effect.Effect<number, InvalidParameter> => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? dayOf(new Date(text)) : Number.NaN
  return Number.isInteger(day) && isoDay(day) === text
    ? Effect.succeed(day)
    : Effect.fail(invalidParameter({ path, message: "must be a day such as 2026-11-22" }))
}

/** The hour since which entries are wanted; null if the filter has none. */
const sinceHour = Effect.fnUntraced(function* ({ from, to }: Given) {
  if (from?.includes("T") !== true) return null
  const hour = hourOf(new Date(`${from}:00Z`))
  if (!Number.isInteger(hour) || isoHour(hour) !== from) {
    return yield* invalidParameter({ path: "from", message: "must be a day or an hour such as 2026-11-22T13" })
  }
  if (to === undefined) return hour
  return yield* invalidParameter({ path: "to", message: "must not be given with an hour" })
})

/** Until today and since `firstOf` the last day, unless other days are given. */
const daysBetween = Effect.fnUntraced(function* ({ from, to }: Given, firstOf: (last: number) => number) {
  const last = to === undefined ? dayOf(yield* now) : yield* dayIn("to", to)
  const first = from === undefined ? firstOf(last) : yield* dayIn("from", from)
  if (first > last) return yield* invalidParameter({ path: "from", message: "must not be after `to`" })
  return { first, last }
})

/** Of the list and the file: all entries, unless times are given. */
export const givenRange = Effect.fnUntraced(function* (given: Given) {
  const hour = yield* sinceHour(given)
  if (hour !== null) return { range: null, since: startOfHour(hour) }
  if (given.from === undefined && given.to === undefined) return { range: null }
  return { range: yield* daysBetween(given, () => 0) }
})

/** Of a chart: the last 30 days unless times are given. */
export const chartRange = Effect.fnUntraced(function* (given: Given) {
  const hour = yield* sinceHour(given)
  const last = hourOf(yield* now)
  if (hour !== null && hour <= last && hour > last - maxHours) {
    const range: ChartRange = { unit: "hour", first: hour, last }
    return range
  }
  if (hour !== null) {
    return yield* invalidParameter({ path: "from", message: `must be one of the last ${maxHours} hours, or a day` })
  }
  const days = yield* daysBetween(given, (last) => last - defaultDays + 1)
  if (days.last - days.first < maxDays) {
    const range: ChartRange = { unit: "day", ...days }
    return range
  }
  return yield* invalidParameter({ path: "from", message: `must be at most ${maxDays} days before \`to\`` })
})

/** How the days or hours of a range are called. */
export const spansOf = ({ unit, first, last }: ChartRange): ReadonlyArray<string> =>
  Array.from({ length: last - first + 1 }, (_, index) => (unit === "day" ? isoDay : isoHour)(first + index))
