/** Values of one bar on top of each other; negative ones below the line. */
export interface StackedValue {
  readonly series: number
  readonly from: number
  readonly to: number
}

export const stack = (values: ReadonlyArray<number>): ReadonlyArray<StackedValue> => {
  let above = 0
  let below = 0
  return values.map((value, series) => {
    if (value < 0) {
      const to = below
      below += value
      return { series, from: below, to }
    }
    const from = above
    above += value
    return { series, from, to: above }
  })
}
