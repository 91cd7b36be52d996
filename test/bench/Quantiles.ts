export const quantile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export const median = (values: ReadonlyArray<number>): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5
  )
