/** What a rule asks for, with defaults filled in, and when two rules are the same. Pure. */
import { encodeKeyword } from "@heddle/text"
import { defaultLanguage } from "../Languages.ts"
import { keywordLookbackHours, type RuleInput } from "../Rules.ts"

/**
 * `null` when the keyword contains no token to match. `encoded` is the keyword as it is matched; two rules of an endpoint
 * are identical when their `content` is.
 */
export const canonicalRule = (input: RuleInput) => {
  const keyword = input.keyword === undefined || input.keyword === null || input.keyword === "" ? null : input.keyword
  const encoded = keyword === null ? null : encodeKeyword(keyword)
  if (encoded === undefined) return null
  const columns = {
    type: keyword === null ? ("trending" as const) : ("keyword" as const),
    likeCount: input.likeCount ?? null,
    replyCount: input.replyCount ?? null,
    viewCount: input.viewCount ?? null,
    lookbackHours: input.lookbackHours ?? keywordLookbackHours,
    language: input.language ?? defaultLanguage
  }
  return { ...columns, keyword, encoded, content: JSON.stringify([encoded, ...Object.values(columns)]) }
}
