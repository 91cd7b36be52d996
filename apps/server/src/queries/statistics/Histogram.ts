/** Counts by value. Histograms of chunks can be merged, and percentiles computed from the result. */

export type Histogram = Map<number, number>

export const count = (histogram: Histogram, value: number, times: number): void => {
  histogram.set(value, (histogram.get(value) ?? 0) + times)
}

/** Counts `values[i]` as often as `times[i]` says. */
export const countAll = (histogram: Histogram, values: ReadonlyArray<number>, times: ReadonlyArray<number>): void => {
  for (const [index, value] of values.entries()) count(histogram, value, times[index] ?? 0)
}

export const mergeHistograms = (histograms: Iterable<Histogram>): Histogram => {
  const merged: Histogram = new Map()
  for (const histogram of histograms) for (const [value, times] of histogram) count(merged, value, times)
  return merged
}

export const sizeOf = (histogram: Histogram): number => [...histogram.values()].reduce((sum, times) => sum + times, 0)

/**
 * The values at these positions of the sorted values. Positions count from 1, ascend, and are at most the size; of an empty
 * histogram there are none, even if values were counted and taken back.
 */
export const valuesAt = (histogram: Histogram, positions: ReadonlyArray<number>): ReadonlyArray<number> => {
  const ascending = [...histogram].filter(([, times]) => times > 0).toSorted(([one], [other]) => one - other)
  const found: Array<number> = []
  let cumulative = 0
  for (const [value, times] of ascending) {
    cumulative += times
    for (
      let position = positions[found.length];
      position !== undefined && position <= cumulative;
      position = positions[found.length]
    ) {
      found.push(value)
    }
  }
  return found
}

/** The mean of the two middle values if the size is even; null for an empty histogram. */
export const medianOf = (histogram: Histogram): number | null => {
  const size = sizeOf(histogram)
  const [lower, upper] = valuesAt(histogram, [Math.floor((size + 1) / 2), Math.ceil((size + 1) / 2)])
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2
}
