/**
 * Finds the rules whose thresholds a post may reach, without trying the others: a rule that no post reaches costs nothing,
 * however many there are. Each rule is filed under its hardest threshold, and a post meets those up to its own count.
 * Pure but for its own state.
 */
import type { Candidate } from "../../store/posts/PostChangeFeed.ts"
import type { Thresholds } from "./Conditions.ts"
import { hardest, type Measure, thresholdIn } from "./Measures.ts"

interface Shelf<A> {
  readonly measure: Measure
  /** In ascending order of their thresholds of this measure. */
  readonly items: Array<A>
}

/** How many items come before this threshold. */
const countBelow = <A extends Thresholds>({ measure, items }: Shelf<A>, threshold: number): number => {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item !== undefined && thresholdIn(measure, item) < threshold) low = middle + 1
    else high = middle
  }
  return low
}

export class ThresholdIndex<A extends Thresholds> {
  /** Only those in use, and arrays without spare room: there is an index for each keyword, and most have one rule. */
  #shelves: ReadonlyArray<Shelf<A>> = []

  get isEmpty(): boolean {
    return this.#shelves.length === 0
  }

  add(item: A): void {
    const { measure, threshold } = hardest(item)
    const shelf = this.#shelves.find((one) => one.measure === measure)
    if (shelf === undefined) this.#shelves = [...this.#shelves, { measure, items: [item] }]
    else shelf.items.splice(countBelow(shelf, threshold), 0, item)
  }

  remove(item: A): void {
    const { measure, threshold } = hardest(item)
    const shelf = this.#shelves.find((one) => one.measure === measure)
    if (shelf === undefined) return
    const at = shelf.items.indexOf(item, countBelow(shelf, threshold))
    if (at >= 0) shelf.items.splice(at, 1)
    if (shelf.items.length === 0) this.#shelves = this.#shelves.filter((one) => one !== shelf)
  }

  /** Visits every rule whose thresholds the post reaches, and some that it does not reach. */
  eachCandidate(post: Candidate, visit: (item: A) => void): void {
    for (const { measure, items } of this.#shelves) {
      // An unknown count reaches no threshold.
      const count = measure.countOf(post) ?? -1
      for (const item of items) {
        if (thresholdIn(measure, item) > count) break
        visit(item)
      }
    }
  }
}
