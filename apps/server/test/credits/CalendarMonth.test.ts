import { assert, it } from "@effect/vitest"
import { oneMonthAfter } from "../../src/credits/CalendarMonth.ts"

it.each([
  ["2026-01-31T10:00:00.000Z", "2026-02-28T10:00:00.000Z"],
  ["2028-01-31T10:00:00.000Z", "2028-02-29T10:00:00.000Z"],
  ["2026-02-28T23:59:59.999Z", "2026-03-28T23:59:59.999Z"],
  ["2026-12-15T00:00:00.000Z", "2027-01-15T00:00:00.000Z"],
  ["2026-03-31T00:00:00.000Z", "2026-04-30T00:00:00.000Z"]
])("one month after %s is %s", (from, to) => {
  assert.strictEqual(oneMonthAfter(new Date(from)).toISOString(), to)
})
