import { assert, it } from "@effect/vitest"
import fc from "fast-check"
import { dayMillis, monthsAfter } from "../../../src/runtime/Time.ts"

it.each([
  ["2026-01-31T10:00:00.000Z", 1, "2026-02-28T10:00:00.000Z"],
  ["2026-01-31T10:00:00.000Z", 2, "2026-03-31T10:00:00.000Z"],
  ["2028-01-31T10:00:00.000Z", 1, "2028-02-29T10:00:00.000Z"],
  ["2028-02-29T10:00:00.000Z", 12, "2029-02-28T10:00:00.000Z"],
  ["2026-02-28T23:59:59.999Z", 1, "2026-03-28T23:59:59.999Z"],
  ["2026-12-15T00:00:00.000Z", 1, "2027-01-15T00:00:00.000Z"],
  ["2026-03-31T00:00:00.000Z", 1, "2026-04-30T00:00:00.000Z"]
])("from %s, %i months later is %s", (anchor, months, end) => {
  assert.strictEqual(monthsAfter(new Date(anchor), months).toISOString(), end)
})

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const daysIn = (year: number, month: number) =>
  [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0

/** The same day and time so many months later, or the last day of a month that is too short. */
const plainly = (anchor: Date, months: number): string => {
  const index = anchor.getUTCMonth() + months
  const year = anchor.getUTCFullYear() + Math.floor(index / 12)
  const month = index % 12
  const day = Math.min(anchor.getUTCDate(), daysIn(year, month))
  const two = (value: number) => String(value).padStart(2, "0")
  return `${year}-${two(month + 1)}-${two(day)}${anchor.toISOString().slice(10)}`
}

it("every day of two years as an anchor, one a leap year: the k-th period ends on its day and time, or the month's last day", () => {
  const first = Date.UTC(2027, 0, 1)
  const days = (Date.UTC(2029, 0, 1) - first) / dayMillis
  fc.assert(
    fc.property(fc.nat(dayMillis - 1), (time) => {
      const wrong: Array<string> = []
      for (let day = 0; day < days; day += 1) {
        const anchor = new Date(first + day * dayMillis + time)
        for (let months = 1; months <= 14; months += 1) {
          const end = monthsAfter(anchor, months).toISOString()
          if (end !== plainly(anchor, months)) wrong.push(`${anchor.toISOString()} + ${months}: ${end}`)
        }
      }
      assert.deepStrictEqual(wrong, [])
    }),
    { numRuns: 3 }
  )
})
