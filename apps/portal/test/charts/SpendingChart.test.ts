/** Which days the spending chart has. */
import { expect, test } from "vitest"
import { daysSince } from "../../src/charts/SpendingChart.tsx"

const days = [
  { day: "2026-11-20", value: 0 },
  { day: "2026-11-21", value: 0 },
  { day: "2026-11-22", value: 0 }
]

test("the range begins with the account", () => {
  expect(daysSince(days, "2026-11-21T09:00:00Z")).toEqual(days.slice(1))
  expect(daysSince(days, "2026-01-01T00:00:00Z")).toEqual(days)
  expect(daysSince(days, undefined)).toEqual(days)
})

test("a day with spending is never left out", () => {
  const spent = [{ day: "2026-11-20", value: 5 }, ...days.slice(1)]
  expect(daysSince(spent, "2026-11-22T00:00:00Z")).toEqual(spent)
})
