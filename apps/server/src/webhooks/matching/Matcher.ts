/**
 * Finds the rules that a post matches (service.md, "Evaluation"): a keyword index finds candidates, then language,
 * thresholds and age decide. Pure.
 */
import { encodeKeyword, type Language, languageMatches, makeKeywordIndex } from "@heddle/text"
import type { Candidate } from "../../store/posts/PostChangeFeed.ts"
import { hourMillis } from "../../runtime/Time.ts"
import type { RuleRow } from "./RuleRow.ts"

export type MatchableRule = Omit<RuleRow, "createdAt">

export interface Matcher<R extends MatchableRule> {
  readonly match: (post: Candidate, at: Date) => ReadonlyArray<R>
}

/** An unknown view count reaches no threshold. */
const reaches = (count: number | null, threshold: number | null): boolean =>
  threshold === null || (count !== null && count >= threshold)

// No upper bound on the post's time: the store clamps it to the time of receipt, and the clock of another process may
// run slightly ahead of ours.
const passes = (rule: MatchableRule, post: Candidate, at: Date): boolean => {
  const language: Language = post.language
  return (
    languageMatches(rule.language, language) &&
    reaches(post.likeCount, rule.likeCount) &&
    reaches(post.replyCount, rule.replyCount) &&
    reaches(post.impressionCount, rule.viewCount) &&
    post.postedAt.getTime() >= at.getTime() - rule.lookbackHours * hourMillis
  )
}

export const makeMatcher = <R extends MatchableRule>(rules: ReadonlyArray<R>): Matcher<R> => {
  const trending = rules.filter((rule) => rule.keyword === null)
  const index = makeKeywordIndex(
    rules.flatMap((rule) => {
      const keyword = rule.keyword === null ? undefined : encodeKeyword(rule.keyword)
      return keyword === undefined ? [] : [{ keyword, value: rule }]
    })
  )
  return {
    match: (post, at) => [...index.match(post.tokenText), ...trending].filter((rule) => passes(rule, post, at))
  }
}
