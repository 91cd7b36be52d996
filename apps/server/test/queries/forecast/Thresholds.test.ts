/** Which thresholds a forecast is asked for. */
import { assert, it } from "@effect/vitest"
import { nextThresholds } from "../../../src/queries/forecast/Forecasts.ts"

it.each([
  ["views", 0, [1_000, 2_000, 5_000, 10_000, 20_000]],
  ["views", 999, [1_000, 2_000, 5_000, 10_000, 20_000]],
  ["views", 1_000, [2_000, 5_000, 10_000, 20_000, 50_000]],
  ["views", 4_999_999, [5_000_000, 10_000_000, 20_000_000, 50_000_000, 100_000_000]],
  ["likes", 0, [100, 200, 500, 1_000, 2_000]],
  ["likes", 150, [200, 500, 1_000, 2_000, 5_000]],
  ["replies", 0, [50, 100, 200, 500, 1_000]],
  ["replies", 50, [100, 200, 500, 1_000, 2_000]]
] as const)("of %s above %d: the next five of 1, 2, 5, 10, …", (metric, count, expected) => {
  assert.deepStrictEqual(nextThresholds(metric, count), [...expected])
})

it.each([
  ["likes", 0, 3, [5, 10, 20, 50, 100]],
  ["likes", 0, 5, [10, 20, 50, 100, 200]],
  ["likes", 60, 3, [100, 200, 500, 1_000, 2_000]],
  ["likes", 0, 4_000, [100, 200, 500, 1_000, 2_000]],
  ["replies", 0, 0, [1, 2, 5, 10, 20]],
  ["views", 0, 120, [1_000, 2_000, 5_000, 10_000, 20_000]]
] as const)("of %s above %d where half of the posts have at most %d", (metric, count, medianCount, expected) => {
  assert.deepStrictEqual(nextThresholds(metric, count, medianCount), [...expected])
})
