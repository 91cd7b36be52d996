/** Which thresholds a model is measured at. */
import { at } from "../predicting/Arrays.ts"

/** So many posts, the latest, fit into a few slices. */
export const mostMeasured = 400

/** The counts that these shares of posts reach in the end. */
const shares = [0.1, 0.3, 0.5, 0.7, 0.9]

/** Of sorted counts. */
const reachedBy = (share: number, sorted: Float64Array): number => at(sorted, Math.floor(share * sorted.length))

export const medianOf = (counts: ReadonlyArray<number>): number => reachedBy(0.5, Float64Array.from(counts).toSorted())

/** Thresholds that neither nearly all nor nearly no posts reach. */
export const thresholdsReached = (finals: ReadonlyArray<number>): ReadonlyArray<number> => {
  const sorted = Float64Array.from(finals).toSorted()
  return [...new Set(shares.map((share) => reachedBy(share, sorted)))]
}
