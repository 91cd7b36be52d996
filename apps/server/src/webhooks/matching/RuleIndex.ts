/**
 * All live rules, arranged so that a post meets only those it may match. It is kept between rounds: adding and removing a
 * rule costs no rebuild. Pure but for its own state.
 */
import type { Candidate } from "../../store/posts/PostChangeFeed.ts"
import type { MatchableRule } from "./RuleRow.ts"

/** For each measure the lowest threshold of any rule filed under it, `null` when there is none. */
export interface Reach {
  readonly likeCount: number | null
  readonly replyCount: number | null
  readonly impressionCount: number | null
}

export interface RuleIndex<R extends MatchableRule> {
  readonly size: number
  /** Replaces a rule of the same id. */
  readonly add: (rule: R) => void
  readonly remove: (rule: R) => void
  /** The rules that this post matches at this time, in no order. */
  readonly match: (post: Candidate, at: Date) => ReadonlyArray<R>
  /** A post that reaches none of these counts matches no rule, so that the database need not return it. */
  readonly reach: () => Reach
}
