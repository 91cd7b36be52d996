/** The conditions of a rule one by one, each with its verdict on a post: all hold exactly when the rule matches. Pure. */
import type { ExplainedCondition } from "@heddle/api"
import { encodeKeyword, languageMatches } from "@heddle/text"
import { hourMillis } from "../../runtime/Time.ts"
import type { Candidate } from "../../store/posts/PostChangeFeed.ts"
import { reaches, windowEnd } from "../matching/Conditions.ts"
import type { MatchableRule } from "../management/RuleRow.ts"

const keywordCondition = ({ keyword }: MatchableRule, { tokenText }: Candidate): ReadonlyArray<ExplainedCondition> => {
  if (keyword === null) return []
  const encoded = encodeKeyword(keyword)
  const holds = encoded !== undefined && tokenText.includes(encoded)
  return [{ name: "keyword", wanted: keyword, actual: holds ? keyword : null, holds }]
}

const languageCondition = (rule: MatchableRule, { language }: Candidate): ExplainedCondition => ({
  name: "language",
  wanted: rule.language,
  actual: language,
  holds: languageMatches(rule.language, language)
})

const countCondition = (
  name: "likeCount" | "replyCount" | "viewCount",
  wanted: number | null,
  actual: number | null
): ReadonlyArray<ExplainedCondition> =>
  wanted === null ? [] : [{ name, wanted, actual, holds: reaches(actual, wanted) }]

/** The age is rounded up to hundredths, so that it is above the window only when the post is. */
const windowCondition = (rule: MatchableRule, { postedAt }: Candidate, at: Date): ExplainedCondition => ({
  name: "window",
  wanted: rule.lookbackHours,
  actual: Math.ceil(((at.getTime() - postedAt.getTime()) / hourMillis) * 100) / 100,
  holds: at.getTime() <= windowEnd(rule, postedAt)
})

export const conditionsOf = (rule: MatchableRule, post: Candidate, at: Date): ReadonlyArray<ExplainedCondition> => [
  ...keywordCondition(rule, post),
  languageCondition(rule, post),
  ...countCondition("likeCount", rule.likeCount, post.likeCount),
  ...countCondition("replyCount", rule.replyCount, post.replyCount),
  ...countCondition("viewCount", rule.viewCount, post.impressionCount),
  windowCondition(rule, post, at)
]
