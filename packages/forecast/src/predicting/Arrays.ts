/** Reading of numbers from arrays whose bounds the caller keeps. */

export const at = (values: ArrayLike<number>, index: number): number => values[index] ?? 0

export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** The index of the last of the sorted values that is at most `value`; -1 when there is none. */
export const lastAtMost = (sorted: ArrayLike<number>, value: number): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (at(sorted, middle) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Between two neighbours of a sorted list: the index of the lower one, and the weight of the upper one. */
export interface Place {
  readonly index: number
  readonly weight: number
}

/** Values outside the list are placed at its ends. */
export const placeIn = (sorted: ArrayLike<number>, value: number): Place => {
  const index = lastAtMost(sorted, value)
  if (index < 0) return { index: 0, weight: 0 }
  if (index >= sorted.length - 1) return { index: sorted.length - 1, weight: 0 }
  const low = at(sorted, index)
  return { index, weight: (value - low) / (at(sorted, index + 1) - low) }
}

export const between = (low: number, high: number, weight: number): number => low + (high - low) * weight
