/**
 * Finds the rules whose thresholds a post may reach, without trying the others: a rule that no post reaches costs nothing,
 * however many there are. Each rule is filed under its hardest threshold, and a post meets those up to its own count.
 * Pure but for its own state.
 */
import { ruleMinimums } from "@heddle/api"
import type { Candidate, Reach } from "../../store/posts/PostChangeFeed.ts"
import type { Thresholds } from "./Conditions.ts"

/** The counts of posts that rules have thresholds for. */
interface Measure {
  /** The post's own name for it. */
  readonly name: "likeCount" | "replyCount" | "impressionCount"
  readonly countOf: (post: Candidate) => number | null
  readonly thresholdOf: (rule: Thresholds) => number | null
  /** Makes thresholds of different measures comparable. */
  readonly scale: number
}

const measures: ReadonlyArray<Measure> = [
  {
    name: "likeCount",
    countOf: (post) => post.likeCount,
    thresholdOf: (rule) => rule.likeCount,
    scale: ruleMinimums.trending.likeCount
  },
  {
    name: "replyCount",
    countOf: (post) => post.replyCount,
    thresholdOf: (rule) => rule.replyCount,
    scale: ruleMinimums.trending.replyCount
  },
  {
    name: "impressionCount",
    countOf: (post) => post.impressionCount,
    thresholdOf: (rule) => rule.viewCount,
    scale: ruleMinimums.trending.viewCount
  }
]

const hardness = (rule: Thresholds, { thresholdOf, scale }: Measure): number => {
  const threshold = thresholdOf(rule)
  return threshold === null ? -1 : threshold / scale
}

/** The threshold of a rule under the measure it is filed under. A rule without thresholds asks for 0 likes. */
const thresholdIn = ({ thresholdOf }: Measure, rule: Thresholds): number => thresholdOf(rule) ?? 0

/** The measure whose threshold fewest posts reach. */
const hardest = (rule: Thresholds): { readonly measure: Measure; readonly threshold: number } => {
  const measure = measures.reduce((one, other) => (hardness(rule, other) > hardness(rule, one) ? other : one))
  return { measure, threshold: thresholdIn(measure, rule) }
}

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

/** Counts thresholds instead of keeping only the lowest, which would be unknown once its rule is removed. */
export class ReachCounter {
  readonly #counts = {
    likeCount: new Map<number, number>(),
    replyCount: new Map<number, number>(),
    impressionCount: new Map<number, number>()
  }

  add(rule: Thresholds): void {
    const { measure, threshold } = hardest(rule)
    const counts = this.#counts[measure.name]
    counts.set(threshold, (counts.get(threshold) ?? 0) + 1)
  }

  remove(rule: Thresholds): void {
    const { measure, threshold } = hardest(rule)
    const counts = this.#counts[measure.name]
    const left = (counts.get(threshold) ?? 0) - 1
    if (left > 0) counts.set(threshold, left)
    else counts.delete(threshold)
  }

  lowest(): Reach {
    const { likeCount, replyCount, impressionCount } = this.#counts
    return { likeCount: least(likeCount), replyCount: least(replyCount), impressionCount: least(impressionCount) }
  }
}

const least = (counts: ReadonlyMap<number, number>): number | null => {
  let found: number | null = null
  for (const threshold of counts.keys()) if (found === null || threshold < found) found = threshold
  return found
}
