/** Counts between observations. */
import { describe, expect, it } from "vitest"
import { countAt, curveOf } from "../src/predicting/Course.ts"

const curve = curveOf([
  { ageMillis: 400, count: 30 },
  { ageMillis: 100, count: 10 },
  { ageMillis: 200, count: 8 },
  { ageMillis: Number.NaN, count: 99 },
  { ageMillis: -5, count: 99 }
])

describe("a curve", () => {
  it("is in order, never falls, and leaves out what cannot be", () => {
    expect(curve).toEqual({ ages: [100, 200, 400], counts: [10, 10, 30] })
  })

  it("goes through the observations, and stays as it is after the last one", () => {
    expect([50, 100, 200, 400, 9_999].map((age) => countAt(curve, age))).toEqual([5, 10, 10, 30, 30])
    expect(countAt(curve, Math.sqrt(200 * 400))).toBeCloseTo(20, 6)
  })
})
