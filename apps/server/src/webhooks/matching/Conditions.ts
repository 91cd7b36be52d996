/** The conditions of a rule besides its keyword (service.md, "Evaluation"). Pure. */
import { languageMatches } from "@heddle/text"
import { hourMillis } from "../../runtime/Time.ts"
import type { Candidate } from "../../store/posts/PostChangeFeed.ts"
import type { MatchableRule } from "../management/RuleRow.ts"

export type Thresholds = Pick<MatchableRule, "likeCount" | "replyCount" | "viewCount">
export type Conditions = Thresholds & Pick<MatchableRule, "language" | "lookbackHours">

/** An unknown view count reaches no threshold. */
export const reaches = (count: number | null, threshold: number | null): boolean =>
  threshold === null || (count !== null && count >= threshold)

/** When a post leaves the window of the rule. */
export const windowEnd = ({ lookbackHours }: Pick<Conditions, "lookbackHours">, postedAt: Date): number =>
  postedAt.getTime() + lookbackHours * hourMillis

// No upper bound on the post's time: the store clamps it to the time of receipt, and the clock of another process may
// run slightly ahead of ours.
export const passes = (rule: Conditions, post: Candidate, at: Date): boolean =>
  languageMatches(rule.language, post.language) &&
  reaches(post.likeCount, rule.likeCount) &&
  reaches(post.replyCount, rule.replyCount) &&
  reaches(post.impressionCount, rule.viewCount) &&
  at.getTime() <= windowEnd(rule, post.postedAt)
