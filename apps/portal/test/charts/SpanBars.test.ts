/** Bars on top of each other. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { stack } from "../../src/charts/SpanBars.tsx"
import { shadeOf } from "../../src/charts/WeekHours.tsx"

test("parts touch, gains stand above the line and refunds hang below it", () => {
  expect(stack([3, -2, 4, -1])).toEqual([
    { series: 0, from: 0, to: 3 },
    { series: 1, from: -2, to: 0 },
    { series: 2, from: 3, to: 7 },
    { series: 3, from: -3, to: -2 }
  ])
})

test("the heights add up to the values", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1000, max: 1000 })), (values) => {
      const heights = stack(values).map(({ from, to }) => to - from)
      expect(heights).toEqual(values.map(Math.abs))
    })
  )
})

test("more is never lighter", () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), (a, b) => {
      expect(shadeOf(Math.max(a, b), 1000)).toBeGreaterThanOrEqual(shadeOf(Math.min(a, b), 1000))
      expect(shadeOf(a, 1000) === 0).toBe(a === 0)
    })
  )
})
