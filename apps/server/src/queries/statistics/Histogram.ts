/** How many times each value occurs: what percentiles of many slices can be told from together. */

export type Histogram = Map<number, number>

export const count = (histogram: Histogram, value: number, times: number): void => {
  histogram.set(value, (histogram.get(value) ?? 0) + times)
}

export const mergeHistograms = (histograms: Iterable<Histogram>): Histogram => {
  const merged: Histogram = new Map()
  for (const histogram of histograms) for (const [value, times] of histogram) count(merged, value, times)
  return merged
}

export const sizeOf = (histogram: Histogram): number => [...histogram.values()].reduce((sum, times) => sum + times, 0)

/** The value at each of these places, from 1, in ascending order; places are ascending and at most the size. */
export const valuesAt = (histogram: Histogram, places: ReadonlyArray<number>): ReadonlyArray<number> => {
  const ascending = [...histogram].toSorted(([one], [other]) => one - other)
  const found: Array<number> = []
  let upTo = 0
  for (const [value, times] of ascending) {
    upTo += times
    for (let place = places[found.length]; place !== undefined && place <= upTo; place = places[found.length]) {
      found.push(value)
    }
  }
  return found
}

/** Between two values in the middle, halfway; null of nothing. */
export const medianOf = (histogram: Histogram): number | null => {
  const size = sizeOf(histogram)
  const [lower, upper] = valuesAt(histogram, [Math.floor((size + 1) / 2), Math.ceil((size + 1) / 2)])
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2
}
