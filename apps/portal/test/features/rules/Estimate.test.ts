/** What a rule is likely to cost. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { daysOfMonth, estimateOf, fitOf, roughly } from "../../../src/features/rules/Estimate.ts"

const matches = fc.nat({ max: 1_000_000 })
const hours = fc.integer({ min: 1, max: 72 })

test("37 posts of a day are 740 credits a day and about 22,000 a month", () => {
  expect(estimateOf(37, 24)).toEqual({ creditsPerDay: 740, creditsPerMonth: 22_200 })
  expect(roughly(22_200)).toBe(22_000)
})

test("a longer window with the same posts costs less a day", () => {
  expect(estimateOf(72, 72).creditsPerDay).toBe(480)
})

test("more matches never cost less, none cost nothing, and a month is days", () => {
  fc.assert(
    fc.property(matches, matches, hours, (a, b, window) => {
      const [fewer, more] = [estimateOf(Math.min(a, b), window), estimateOf(Math.max(a, b), window)]
      expect(fewer.creditsPerMonth).toBeLessThanOrEqual(more.creditsPerMonth)
      expect(estimateOf(0, window)).toEqual({ creditsPerDay: 0, creditsPerMonth: 0 })
      expect(Math.abs(more.creditsPerMonth - more.creditsPerDay * daysOfMonth)).toBeLessThanOrEqual(daysOfMonth / 2)
    })
  )
})

test("rounding changes a number by less than a tenth", () => {
  fc.assert(
    fc.property(fc.nat(), (credits) => {
      expect(Math.abs(roughly(credits) - credits)).toBeLessThanOrEqual(credits / 10)
    })
  )
})

test("the fit of a plan", () => {
  expect([fitOf(50_000, 100_000), fitOf(50_001, 100_000), fitOf(100_001, 100_000)]).toEqual([
    "fits",
    "tight",
    "exceeds"
  ])
})
