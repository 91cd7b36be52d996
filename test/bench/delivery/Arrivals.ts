/** What a receiver can tell of the order and the rate of what it received. Pure. */
import { quantile } from "../Quantiles.ts"

/** The greatest number of times in any window, of sorted times. */
export const mostInWindow = (times: ReadonlyArray<number>, windowMillis: number): number => {
  let most = 0
  let from = 0
  for (const [index, time] of times.entries()) {
    while (time - (times[from] ?? time) >= windowMillis) from += 1
    most = Math.max(most, index - from + 1)
  }
  return most
}

/** Pairs that arrived in the wrong order, and how far a place is from where it should be. */
export const orderOf = (places: ReadonlyArray<number>) => {
  const sorted = places.toSorted((a, b) => a - b)
  const ranks = new Map(sorted.map((place, rank) => [place, rank]))
  const displacements = places.map((place, index) => Math.abs((ranks.get(place) ?? 0) - index))
  return {
    inversions: inversionsOf(places),
    pairs: (places.length * (places.length - 1)) / 2,
    maxDisplacement: displacements.reduce((most, one) => Math.max(most, one), 0),
    p95Displacement: quantile(
      displacements.toSorted((a, b) => a - b),
      0.95
    )
  }
}

const inversionsOf = (places: ReadonlyArray<number>): number => {
  // A Fenwick tree over the ranks counts, for each place, the larger ones before it.
  const sorted = places.toSorted((a, b) => a - b)
  const ranks = new Map(sorted.map((place, rank) => [place, rank + 1]))
  const tree = new Int32Array(places.length + 1)
  let inversions = 0
  for (const [index, place] of places.entries()) {
    const rank = ranks.get(place) ?? 0
    let before = 0
    for (let at = rank; at > 0; at -= at & -at) before += tree[at] ?? 0
    inversions += index - before
    for (let at = rank; at <= places.length; at += at & -at) tree[at] = (tree[at] ?? 0) + 1
  }
  return inversions
}
