/** The ages at which counts are kept are dense enough for every question about the past. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { dayMillis } from "../../../src/runtime/Time.ts"
import { metricStep, maxSnapshotLagMillis } from "../../../src/store/posts/Counts.ts"

const minuteMillis = 60_000
const year = 366 * dayMillis
const age = fc.oneof(
  fc.integer({ min: 0, max: 10 * dayMillis }),
  fc.integer({ min: 0, max: year }),
  fc.integer({ min: 0, max: 366 }).map((days) => days * dayMillis),
  fc.integer({ min: -2, max: 2 }).map((by) => 4 * dayMillis + by)
)

describe("a step of a post's age", () => {
  it("is the first at 5 minutes, and none before", () => {
    expect(metricStep(-1)).toBe(0)
    expect(metricStep(0)).toBe(0)
    expect(metricStep(5 * minuteMillis - 1)).toBe(0)
    expect(metricStep(5 * minuteMillis)).toBe(1)
  })

  it("never falls with age", () => {
    fc.assert(
      fc.property(age, age, (one, other) => {
        expect(metricStep(Math.min(one, other))).toBeLessThanOrEqual(metricStep(Math.max(one, other)))
      }),
      { numRuns: 10_000 }
    )
  })

  it("is no longer than a day, nor than a quarter of the age at which it begins", () => {
    fc.assert(
      fc.property(age, fc.nat(dayMillis), (younger, more) => {
        const older = younger + more
        if (younger < 5 * minuteMillis || metricStep(younger) !== metricStep(older)) return
        expect(older - younger).toBeLessThan(dayMillis)
        expect(older - younger).toBeLessThanOrEqual(Math.ceil(younger / 4))
      }),
      { numRuns: 20_000 }
    )
  })

  it("is the next one, without a gap, and fits the column", () => {
    const steps = new Set<number>()
    for (let at = 0; at <= 100 * dayMillis; at += minuteMillis) steps.add(metricStep(at))
    expect([...steps]).toEqual(Array.from({ length: steps.size }, (_, step) => step))
    // Of a post of 1970, until 2050; a smallint.
    expect(metricStep(80 * year)).toBeLessThan(2 ** 15)
  })

  it("that began before a given age began at most so long before it", () => {
    fc.assert(
      fc.property(age, age, (one, other) => {
        const [younger, older] = [Math.min(one, other), Math.max(one, other)]
        const reach = younger - maxSnapshotLagMillis(younger)
        // Whatever is seen at `older` was first seen in its step, after `reach`.
        if (metricStep(older) === 0) return
        expect(metricStep(Math.max(0, Math.floor(reach) - 1))).toBeLessThan(metricStep(older))
      }),
      { numRuns: 10_000 }
    )
  })
})
