/** Made-up rules and posts, near each other's thresholds and windows, and a plain reading of a rule. */
import { AccountId, EndpointId, RuleId } from "@heddle/api"
import { encode, encodeKeyword, languageMatches, matchesKeyword } from "@heddle/text"
import fc from "fast-check"
import type { Candidate } from "../../../src/store/posts/PostChangeFeed.ts"
import type { MatchableRule } from "../../../src/webhooks/management/RuleRow.ts"

export const at = new Date("2026-11-22T12:00:00Z")
const hour = 3_600_000

const texts = [
  "台積電股價又創新高",
  "台，積電",
  "I like coffee and cats",
  "커피 한 잔",
  "",
  "咖啡 coffee 台積電",
  "𠮷野家のコーヒー",
  "コーヒー coffee catalogue"
]
const keywords = [
  "台",
  "台積",
  "台積電",
  "積電",
  "coffee",
  "COFFEE",
  "cat",
  "커피",
  "커피 한",
  "咖啡",
  "𠮷",
  "コーヒー",
  "！？"
]

const near = (...values: ReadonlyArray<number>) =>
  fc.constantFrom(...values.flatMap((value) => [value - 1, value, value + 1]))
const threshold = fc.option(near(10, 100, 500, 20_000), { nil: null })

/** Few accounts and ids: equal rules of several accounts, and one id with changed rules, are common. */
export const rule: fc.Arbitrary<MatchableRule> = fc
  .record({
    keyword: fc.option(fc.constantFrom(...keywords), { nil: null }),
    likeCount: threshold,
    replyCount: threshold,
    viewCount: threshold,
    lookbackHours: fc.constantFrom(1, 24, 72),
    language: fc.constantFrom("zh", "zh-Hant", "ja", "ko"),
    number: fc.nat({ max: 60 })
  })
  .map(({ number, ...rule }) => ({
    ...rule,
    accountId: AccountId.make(`acct_${number % 3}`),
    endpointId: EndpointId.make(`ep_${number % 3}`),
    id: RuleId.make(`rule_${number}`),
    type: rule.keyword === null ? "trending" : "keyword",
    revision: 0
  }))

export const post: fc.Arbitrary<Candidate> = fc.record({
  code: fc.constant("post"),
  tokenText: fc.constantFrom(...texts).map(encode),
  language: fc.constantFrom("zh", "zh-Hant", "zh-Hans", "ja", "ko", "other"),
  postedAt: fc.constantFrom(0, 1, 23, 24, 25, 72, 73).map((hours) => new Date(at.getTime() - hours * hour)),
  likeCount: near(1, 10, 100, 500, 20_000),
  replyCount: near(1, 10, 100, 500, 20_000),
  impressionCount: fc.option(near(1, 500, 20_000), { nil: null })
})

const reaches = (count: number | null, threshold: number | null) =>
  threshold === null || (count !== null && count >= threshold)

export const matchesPlainly = (rule: MatchableRule, post: Candidate): boolean => {
  const keyword = rule.keyword === null ? null : encodeKeyword(rule.keyword)
  return (
    (keyword === null || (keyword !== undefined && matchesKeyword(post.tokenText, keyword))) &&
    languageMatches(rule.language, post.language) &&
    reaches(post.likeCount, rule.likeCount) &&
    reaches(post.replyCount, rule.replyCount) &&
    reaches(post.impressionCount, rule.viewCount) &&
    at.getTime() - post.postedAt.getTime() <= rule.lookbackHours * hour
  )
}
