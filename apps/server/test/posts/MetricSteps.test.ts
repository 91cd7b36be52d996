/** The steps of age: where one begins, and that nothing is kept long before it. */
import { assert, it } from "@effect/vitest"
import fc from "fast-check"
import { metricStep, stepBackMillis } from "../../src/posts/MetricSteps.ts"

const day = 86_400_000

const ages = fc.oneof(
  fc.integer({ min: 0, max: 92 * day }),
  fc.integer({ min: 0, max: day }),
  // Around each beginning of a step.
  fc.tuple(fc.nat(40), fc.integer({ min: -2, max: 2 })).map(([step, off]) => Math.round(300_000 * 1.25 ** step) + off),
  fc.tuple(fc.integer({ min: 4, max: 92 }), fc.integer({ min: -2, max: 2 })).map(([days, off]) => days * day + off)
)

it("a step is a quarter longer than the one before, then a day", () => {
  const minutes = (count: number) => metricStep(count * 60_000)
  assert.deepStrictEqual([0, 4.9, 5, 6.2, 6.3, 7.8, 7.9].map(minutes), [0, 0, 1, 1, 2, 2, 3])
  const last = metricStep(4 * day - 1)
  assert.deepStrictEqual(
    [4, 4.9, 5, 6, 91.5].map((days) => metricStep(days * day) - last),
    [1, 1, 2, 3, 88]
  )
})

it("steps never fall with age, and one that began before a given age began at most so long before it", () => {
  fc.assert(
    fc.property(ages, ages, (one, other) => {
      const [younger, older] = [Math.min(one, other), Math.max(one, other)]
      assert.isAtMost(metricStep(younger), metricStep(older))
      const reach = younger - stepBackMillis(younger)
      // Whatever is seen at `older` was first seen in its step, after `reach`.
      if (metricStep(older) > 0) assert.isBelow(metricStep(Math.max(0, Math.floor(reach) - 1)), metricStep(older))
    })
  )
})
