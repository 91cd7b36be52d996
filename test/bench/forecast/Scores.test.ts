/** Scores against values worked out by hand. */
import { describe, expect, it } from "vitest"
import { climatology, constantScaling, logLinear } from "./Baselines.ts"
import { brier, calibrationError, crps, skill } from "./Scores.ts"

const outcome = (probability: number, isReached: boolean) => ({ probability, isReached })

describe("scores", () => {
  it("give the Brier score, and the skill against a reference", () => {
    const own = [outcome(0.8, true), outcome(0.4, false)]
    expect(brier(own)).toBeCloseTo((0.04 + 0.16) / 2, 10)
    expect(skill(own, [outcome(0.5, true), outcome(0.5, false)])).toBeCloseTo(1 - 0.1 / 0.25, 10)
  })

  it("give the calibration error over ten bins", () => {
    const right = Array.from({ length: 10 }, (_, index) => outcome(0.3, index < 3))
    expect(calibrationError(right)).toBeCloseTo(0, 10)
    expect(calibrationError([...right, ...Array.from({ length: 10 }, () => outcome(0.9, false))])).toBeCloseTo(0.45, 10)
  })

  it("give a CRPS of the distance between two certain numbers", () => {
    const grid = Array.from({ length: 100 }, (_, index) => index + 1)
    const certain = grid.map((threshold) => (threshold <= 30 ? 1 : 0))
    expect(crps(grid, certain, 30)).toBe(0)
    expect(crps(grid, certain, 50)).toBe(20)
  })
})

describe("baselines", () => {
  const doubling = [1, 3, 7, 15].map((now) => ({ now, final: 2 * now + 1 }))

  it("find the line of posts that double", () => {
    for (const line of [logLinear(doubling), constantScaling(doubling)]) {
      expect(line(7, 8)).toBe(1)
      expect(line(7, 14)).toBe(1)
      expect(line(7, 18)).toBe(0)
    }
  })

  it("count only posts that were not there yet", () => {
    const share = climatology([...doubling, { now: 3, final: 3 }])
    expect(share(3, 7)).toBeCloseTo(1 / 3, 10)
    expect(share(7, 7)).toBe(1)
  })
})
