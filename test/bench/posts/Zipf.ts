/** Zipf–Mandelbrot with exponent 1: the frequency of rank `r` (from 0) is proportional to `1 / (r + shift)`. */
export interface Zipf {
  readonly size: number
  /** The rank at `point`, from 0 (inclusive) to 1 (exclusive), computed with a logarithm instead of a table of weights. */
  readonly rankAt: (point: number) => number
}

export const zipf = (size: number, shift: number): Zipf => {
  const span = Math.log((size + shift) / shift)
  return {
    size,
    rankAt: (point) => Math.min(size - 1, Math.floor(shift * (Math.exp(point * span) - 1)))
  }
}
