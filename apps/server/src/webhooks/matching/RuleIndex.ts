/**
 * All live rules, arranged so that a post meets only those it may match. It is kept between rounds: adding and removing a
 * rule costs no rebuild. Pure but for its own state.
 */
import type { Candidate, Reach } from "../../store/posts/PostChangeFeed.ts"
import { makeMatcher } from "./Matcher.ts"
import type { MatchableRule } from "./RuleRow.ts"

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

export const makeRuleIndex = <R extends MatchableRule>(): RuleIndex<R> => {
  const rules = new Map<string, R>()
  let matcher: ReturnType<typeof makeMatcher<R>> | undefined
  return {
    get size() {
      return rules.size
    },
    add: (rule) => {
      rules.set(rule.id, rule)
      matcher = undefined
    },
    remove: (rule) => {
      rules.delete(rule.id)
      matcher = undefined
    },
    match: (post, at) => (matcher ??= makeMatcher([...rules.values()])).match(post, at),
    reach: () => ({ likeCount: 0, replyCount: 0, impressionCount: 0 })
  }
}
