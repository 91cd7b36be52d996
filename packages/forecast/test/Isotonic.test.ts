/** Recalibration keeps the order of probabilities and makes them right on average. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { runs } from "../../../test/support/Runs.ts"
import { addOutcome, calibrated, calibrationOf, emptyReliability, identity, pool } from "../src/predicting/Isotonic.ts"
import { randomNumbers } from "./support/Courses.ts"

const share = fc.double({ min: 0, max: 1, noNaN: true })

describe("pooling adjacent violators", () => {
  it("gives means that do not fall, and keeps the weight and the sum", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ weight: fc.double({ min: 0.1, max: 10, noNaN: true }), to: share })), (raw) => {
        const blocks = raw.map(({ weight, to }, index) => ({ weight, to, from: index }))
        const pooled = pool(blocks)
        const sum = (all: typeof pooled) => all.reduce((sum, { weight, to }) => sum + weight * to, 0)
        for (const [index, { to }] of pooled.entries()) expect(to).toBeGreaterThan(pooled[index - 1]?.to ?? -1)
        expect(sum(pooled)).toBeCloseTo(sum(blocks), 6)
      }),
      { numRuns: runs(300) }
    )
  })

  it("leaves alone what is in order", () => {
    const blocks = [0.1, 0.4, 0.9].map((to) => ({ weight: 1, from: to, to }))
    expect(pool(blocks)).toEqual(blocks)
  })
})

describe("a calibration", () => {
  it("never changes the order of two probabilities", () => {
    const outcomes = fc.array(fc.record({ probability: share, isReached: fc.boolean() }), { maxLength: 300 })
    fc.assert(
      fc.property(outcomes, fc.array(share, { minLength: 2 }), (outcomes, asked) => {
        const reliability = emptyReliability()
        for (const { probability, isReached } of outcomes) addOutcome(reliability, probability, isReached, 1)
        const calibration = calibrationOf(reliability, 4)
        const answers = asked.toSorted((a, b) => a - b).map((probability) => calibrated(calibration, probability))
        expect(answers).toEqual(answers.toSorted((a, b) => a - b))
        expect(calibrated(calibration, 0)).toBe(0)
        expect(calibrated(calibration, 1)).toBe(1)
      }),
      { numRuns: runs(300) }
    )
  })

  it("makes forecasts that are too high right", () => {
    const random = randomNumbers(1)
    const reliability = emptyReliability()
    for (let count = 0; count < 20_000; count += 1) {
      const probability = random.next()
      addOutcome(reliability, probability, random.next() < probability ** 2, 1)
    }
    const calibration = calibrationOf(reliability, 4)
    for (const probability of [0.2, 0.5, 0.8]) {
      expect(Math.abs(calibrated(calibration, probability) - probability ** 2)).toBeLessThan(0.04)
    }
  })

  it("changes nothing when nothing was seen", () => {
    for (const probability of [0, 0.25, 1]) expect(calibrated(identity, probability)).toBe(probability)
    expect(calibrated(calibrationOf(emptyReliability(), 4), 0.3)).toBeCloseTo(0.3, 6)
  })
})
