/**
 * Finds the rules that a post matches (service.md, "Evaluation"): a keyword index and the thresholds find candidates,
 * then language, all thresholds and age decide. Pure.
 */
import { type EncodedKeyword, encodeKeyword, type Language, languageMatches, makeKeywordIndex } from "@heddle/text"
import type { Candidate } from "../../store/posts/PostChangeFeed.ts"
import { hourMillis } from "../../runtime/Time.ts"
import type { MatchableRule } from "./RuleRow.ts"
import { makeThresholdIndex } from "./ThresholdIndex.ts"

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

/** Rules by keyword, in its canonical form; those without one apart. A keyword without a token matches nothing. */
const byKeyword = <R extends MatchableRule>(rules: ReadonlyArray<R>) => {
  const trending: Array<R> = []
  const keywords = new Map<EncodedKeyword, Array<R>>()
  for (const rule of rules) {
    const keyword = rule.keyword === null ? null : encodeKeyword(rule.keyword)
    if (keyword === null) trending.push(rule)
    else if (keyword !== undefined) {
      const same = keywords.get(keyword)
      if (same === undefined) keywords.set(keyword, [rule])
      else same.push(rule)
    }
  }
  return { trending, keywords }
}

export const makeMatcher = <R extends MatchableRule>(rules: ReadonlyArray<R>): Matcher<R> => {
  const { trending, keywords } = byKeyword(rules)
  const trendingRules = makeThresholdIndex(trending)
  const keywordRules = makeKeywordIndex(
    [...keywords].map(([keyword, rules]) => ({ keyword, value: makeThresholdIndex(rules) }))
  )
  return {
    match: (post, at) =>
      [...keywordRules.match(post.tokenText), trendingRules]
        .flatMap(({ candidates }) => candidates(post))
        .filter((rule) => passes(rule, post, at))
  }
}
