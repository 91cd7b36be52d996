/** The days of the portal's usage filter: UTC days, both ends included. */
import { type InvalidParameter, invalidParameter } from "@heddle/api"
import { Effect } from "effect"
import type { DayRange } from "../../credits/usage/UsageDays.ts"
import { dayOf, isoDay, now } from "../../runtime/Time.ts"

const defaultDays = 30
const maxDays = 366

interface Days {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const dayIn = (path: "from" | "to", text: string): Effect.Effect<number, InvalidParameter> => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? dayOf(new Date(text)) : Number.NaN
  return Number.isInteger(day) && isoDay(day) === text
    ? Effect.succeed(day)
    : Effect.fail(invalidParameter({ path, message: "must be a day such as 2026-11-22" }))
}

/** Until today and since `firstOf` the last day, unless other days are given. */
const daysBetween = Effect.fnUntraced(function* ({ from, to }: Days, firstOf: (last: number) => number) {
  const last = to === undefined ? dayOf(yield* now) : yield* dayIn("to", to)
  const first = from === undefined ? firstOf(last) : yield* dayIn("from", from)
  if (first > last) return yield* invalidParameter({ path: "from", message: "must not be after `to`" })
  const range: DayRange = { first, last }
  return range
})

/** Null without a day. */
export const givenDays = (days: Days): Effect.Effect<DayRange | null, InvalidParameter> =>
  days.from === undefined && days.to === undefined ? Effect.succeed(null) : daysBetween(days, () => 0)

/** The days of a chart: the last 30 unless others are given. */
export const chartDays = Effect.fnUntraced(function* (days: Days) {
  const range = yield* daysBetween(days, (last) => last - defaultDays + 1)
  if (range.last - range.first < maxDays) return range
  return yield* invalidParameter({ path: "from", message: `must be at most ${maxDays} days before \`to\`` })
})
