/** The counts below which a post need not be read: the lowest of the hardest thresholds of all rules. */
import type { Reach } from "../../store/posts/PostChangeFeed.ts"
import type { Thresholds } from "./Conditions.ts"
import { hardest } from "./Measures.ts"

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
