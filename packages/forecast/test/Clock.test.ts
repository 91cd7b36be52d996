/** When counts came that nobody saw coming. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { agesOfReaching, ageAfter, clockOf } from "../src/training/Clock.ts"
import { curveOf } from "../src/predicting/Course.ts"
import { prepare } from "../src/training/Rows.ts"

const hour = 3_600_000
const horizon = 168 * hour
const traits = { followers: null, hour: 12, language: "en", length: 100, hasMedia: false, isReply: false }

const curve = curveOf([
  { ageMillis: 100, count: 10 },
  { ageMillis: 200, count: 10 },
  { ageMillis: 400, count: 30 }
])

/** Posts that have `share` of their counts at each of these hours, and were observed at no other time. */
const posts = (hours: ReadonlyArray<number>, share: (hours: number) => number) =>
  Array.from({ length: 60 }, (_, index) =>
    prepare(
      {
        observations: [...hours, 168].map((age) => ({ ageMillis: age * hour, count: (100 + index) * share(age) })),
        traits,
        knownUntilMillis: horizon
      },
      []
    )
  )

describe("a threshold", () => {
  it("is reached between the observations before and after", () => {
    for (const threshold of [11, 20, 30]) {
      const ages = agesOfReaching(curve, threshold, Math.log)
      expect(ages).toEqual(ages.toSorted((a, b) => a - b))
      expect(ages[0]).toBeGreaterThanOrEqual(200)
      expect(ages.at(-1)).toBeLessThanOrEqual(400)
    }
    expect(agesOfReaching(curve, 31, Math.log)).toEqual([])
  })
})

describe("the clock", () => {
  it("puts what posts gain ever more slowly early into a gap", () => {
    const clock = clockOf(
      posts([6, 12, 24, 48, 72], (hours) => 1 - Math.exp(-hours / 20)),
      horizon
    )
    const middle = Math.sqrt(24 * 48) * hour
    expect(ageAfter(clock, 24 * hour, 48 * hour, 0.5)).toBeLessThan(0.97 * middle)
  })

  it("is the logarithm of the age where few posts were observed", () => {
    expect(clockOf([], horizon)(hour)).toBe(Math.log(hour))
  })

  it("goes on at every age, whatever the posts do", () => {
    const ages = fc.double({ min: 60_000, max: 200 * hour, noNaN: true })
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(shares, ages, ages, (shares, one, other) => {
        fc.pre(Math.abs(Math.log(one / other)) > 1e-6)
        const hours = [1, 3, 12, 24, 72]
        const sorted = shares.toSorted((a, b) => a - b)
        const clock = clockOf(
          posts(hours, (age) => sorted[hours.indexOf(age)] ?? 1),
          horizon
        )
        expect(clock(Math.max(one, other))).toBeGreaterThan(clock(Math.min(one, other)))
      })
    )
  })
})
