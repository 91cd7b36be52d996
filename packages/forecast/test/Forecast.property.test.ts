/** What holds for every forecast, whatever the course. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { runs } from "../../../test/support/Runs.ts"
import { forecast, type Model, priorModel, trainAtOnce } from "../src/index.ts"
import { anyCourse, powerCourses, weekMillis } from "./support/Courses.ts"

const learned = trainAtOnce(powerCourses(1, 400))
const models: ReadonlyArray<readonly [string, Model]> = [
  ["prior", priorModel],
  ["learned", learned]
]

const anyThresholds = fc
  .array(fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 100_000 }), fc.constantFrom(1e9, 1e15, 1e300)), { minLength: 1 })
  .map((thresholds) => thresholds.toSorted((a, b) => a - b))

describe.each(models)("a forecast of the %s model", (_, model) => {
  it("is a probability, never rises with the threshold, and has its times in order", () => {
    fc.assert(
      fc.property(anyCourse, anyThresholds, (course, thresholds) => {
        let before = 1
        for (const { probability, eta } of forecast(model, course, thresholds)) {
          expect(probability).toBeGreaterThanOrEqual(0)
          expect(probability).toBeLessThanOrEqual(before)
          before = probability
          if (eta === null) continue
          expect(Number.isFinite(eta.p10 + eta.p50 + eta.p90)).toBe(true)
          expect(eta.p10).toBeLessThanOrEqual(eta.p50)
          expect(eta.p50).toBeLessThanOrEqual(eta.p90)
        }
      }),
      { numRuns: runs(500) }
    )
  })

  it("never falls with the horizon", () => {
    fc.assert(
      fc.property(
        anyCourse,
        anyThresholds,
        fc.array(fc.nat({ max: weekMillis }), { minLength: 2 }),
        (course, thresholds, untils) => {
          let before = thresholds.map(() => 0)
          for (const until of untils.toSorted((a, b) => a - b)) {
            const now = forecast(model, course, thresholds, until).map(({ probability }) => probability)
            for (const [index, probability] of now.entries())
              expect(probability).toBeGreaterThanOrEqual(before[index] ?? 0)
            before = now
          }
        }
      ),
      { numRuns: runs(300) }
    )
  })

  it("says that a reached threshold is reached, and of no other that it was before the last observation", () => {
    fc.assert(
      fc.property(anyCourse, anyThresholds, (course, thresholds) => {
        const usable = course.observations.filter(
          ({ ageMillis, count }) => ageMillis > 0 && ageMillis <= 1e12 && count >= 0
        )
        const most = Math.min(
          1e15,
          usable.reduce((most, { count }) => Math.max(most, count), -1)
        )
        const last = usable.reduce((last, { ageMillis }) => Math.max(last, ageMillis), 0)
        const forecasts = forecast(model, course, thresholds)
        for (const { probability, eta } of forecasts.filter(({ threshold }) => threshold <= most)) {
          expect(probability).toBe(1)
          expect(eta?.p50).toBeLessThanOrEqual(last)
        }
        for (const { eta } of forecasts.filter(({ threshold, eta }) => threshold > most && eta !== null)) {
          expect(eta?.p10).toBeGreaterThanOrEqual(last)
          expect(eta?.p90).toBeLessThanOrEqual(weekMillis)
        }
      }),
      { numRuns: runs(500) }
    )
  })

  it("gives thresholds far beyond anything seen a small probability", () => {
    fc.assert(
      fc.property(anyCourse, (course) => {
        const most = course.observations.reduce((most, { count }) => Math.max(most, count > 0 ? count : 0), 1)
        fc.pre(most <= 10_000)
        for (const { probability } of forecast(model, course, [most * 1e6])) expect(probability).toBeLessThan(0.05)
      }),
      { numRuns: runs(300) }
    )
  })
})
