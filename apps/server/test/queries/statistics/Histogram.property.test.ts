/** Percentiles and medians of histograms are those of the sorted values. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  count,
  type Histogram,
  medianOf,
  mergeHistograms,
  sizeOf,
  valuesAt
} from "../../../src/queries/statistics/Histogram.ts"

const value = fc.oneof(fc.nat(5), fc.nat(1_000_000_000_000))
const values = fc.array(value, { maxLength: 60 })

const histogramOf = (given: ReadonlyArray<number>): Histogram => {
  const histogram: Histogram = new Map()
  for (const one of given) count(histogram, one, 1)
  return histogram
}

const ascending = (given: ReadonlyArray<number>) => given.toSorted((one, other) => one - other)

describe("A histogram", () => {
  it("has the values at these positions", () => {
    fc.assert(
      fc.property(values, fc.array(fc.nat(), { maxLength: 8 }), (given, some) => {
        const places = given.length === 0 ? [] : ascending(some.map((place) => (place % given.length) + 1))
        const sorted = ascending(given)
        expect(valuesAt(histogramOf(given), places)).toEqual(places.map((place) => sorted[place - 1]))
        expect(sizeOf(histogramOf(given))).toBe(given.length)
      })
    )
  })

  it("has the median of its values", () => {
    fc.assert(
      fc.property(values, (given) => {
        const sorted = ascending(given)
        const middle = sorted.length / 2
        const median =
          sorted.length === 0
            ? null
            : sorted.length % 2 === 1
              ? sorted[Math.floor(middle)]
              : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
        expect(medianOf(histogramOf(given))).toBe(median)
      })
    )
  })

  it("has nothing of values that were taken back", () => {
    fc.assert(
      fc.property(values, values, (given, gone) => {
        const histogram = histogramOf([...given, ...gone])
        for (const one of gone) count(histogram, one, -1)
        const sorted = ascending(given)
        const places = [0, 0.5, 1].map((share) => Math.ceil(given.length * share))
        expect(valuesAt(histogram, places)).toEqual(
          given.length === 0 ? [] : places.map((place) => sorted[Math.max(place, 1) - 1])
        )
        expect(medianOf(histogram)).toBe(medianOf(histogramOf(given)))
      })
    )
  })

  it("of parts is that of the whole", () => {
    fc.assert(
      fc.property(fc.array(values, { maxLength: 5 }), (parts) => {
        expect(mergeHistograms(parts.map(histogramOf))).toEqual(histogramOf(parts.flat()))
      })
    )
  })
})
