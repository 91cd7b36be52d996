/**
 * Finds the rules whose thresholds a post may reach, without trying the others: a rule that no post reaches costs nothing,
 * however many there are. Each rule is filed under its hardest threshold, and a post meets those up to its own count.
 * Pure but for its own state.
 */
import type { Candidate } from "../../store/posts/PostChangeFeed.ts"
import type { Thresholds } from "./Conditions.ts"
import { hardest, type Measure } from "./Measures.ts"

interface Filed<A> {
  readonly threshold: number
  readonly item: A
}

interface Shelf<A> {
  readonly measure: Measure
  /** In ascending order of threshold. */
  readonly filed: Array<Filed<A>>
}

/** How many come before this threshold. */
const countBelow = (filed: ReadonlyArray<Filed<unknown>>, threshold: number): number => {
  let low = 0
  let high = filed.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((filed[middle]?.threshold ?? Infinity) < threshold) low = middle + 1
    else high = middle
  }
  return low
}

export class ThresholdIndex<A extends Thresholds> {
  /** Only those in use: most keywords have a single rule, and there is one index a keyword. */
  readonly #shelves: Array<Shelf<A>> = []

  get isEmpty(): boolean {
    return this.#shelves.length === 0
  }

  add(item: A): void {
    const { measure, threshold } = hardest(item)
    const shelf = this.#shelves.find((one) => one.measure === measure)
    if (shelf === undefined) this.#shelves.push({ measure, filed: [{ threshold, item }] })
    else shelf.filed.splice(countBelow(shelf.filed, threshold), 0, { threshold, item })
  }

  remove(item: A): void {
    const { measure, threshold } = hardest(item)
    const number = this.#shelves.findIndex((one) => one.measure === measure)
    const filed = this.#shelves[number]?.filed ?? []
    for (let at = countBelow(filed, threshold); filed[at]?.threshold === threshold; at += 1) {
      if (filed[at]?.item !== item) continue
      filed.splice(at, 1)
      if (filed.length === 0) this.#shelves.splice(number, 1)
      return
    }
  }

  /** Visits every rule whose thresholds the post reaches, and some that it does not reach. */
  eachCandidate(post: Candidate, visit: (item: A) => void): void {
    for (const { measure, filed } of this.#shelves) {
      // An unknown count reaches no threshold.
      const count = measure.countOf(post) ?? -1
      for (const { threshold, item } of filed) {
        if (threshold > count) break
        visit(item)
      }
    }
  }
}
