/** Which days and hours the spending chart has. */
import { expect, test } from "vitest"
import { barsSince } from "../../src/charts/SpendingChart.tsx"

const days = [
  { at: "2026-11-20", value: 0 },
  { at: "2026-11-21", value: 0 },
  { at: "2026-11-22", value: 0 }
]

test("the range begins with the account", () => {
  expect(barsSince(days, "2026-11-21T09:00:00Z")).toEqual(days.slice(1))
  expect(barsSince(days, "2026-01-01T00:00:00Z")).toEqual(days)
  expect(barsSince(days, undefined)).toEqual(days)
})

test("hours begin with that of the account", () => {
  const hours = ["2026-11-21T22", "2026-11-21T23", "2026-11-22T00"].map((at) => ({ at, value: 0 }))
  expect(barsSince(hours, "2026-11-21T23:40:00Z")).toEqual(hours.slice(1))
})

test("a day with spending is never left out", () => {
  const spent = [{ at: "2026-11-20", value: 5 }, ...days.slice(1)]
  expect(barsSince(spent, "2026-11-22T00:00:00Z")).toEqual(spent)
})
