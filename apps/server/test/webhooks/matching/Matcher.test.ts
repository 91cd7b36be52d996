/** The matcher finds what trying every rule finds, and does not try the rules that no post reaches. */
import { assert, describe, it } from "@effect/vitest"
import { AccountId, EndpointId, RuleId } from "@heddle/api"
import { encode, encodeKeyword, languageMatches, matchesKeyword } from "@heddle/text"
import fc from "fast-check"
import { runs } from "../../../../../test/support/Runs.ts"
import type { Candidate } from "../../../src/store/posts/PostChangeFeed.ts"
import { makeMatcher } from "../../../src/webhooks/matching/Matcher.ts"
import type { MatchableRule } from "../../../src/webhooks/matching/RuleRow.ts"
import { makeThresholdIndex } from "../../../src/webhooks/matching/ThresholdIndex.ts"

const at = new Date("2026-11-22T12:00:00Z")
const hour = 3_600_000

const texts = ["台積電股價又創新高", "台，積電", "I like coffee and cats", "커피 한 잔", "", "咖啡 coffee 台積電"]
const keywords = ["台積電", "coffee", "cat", "커피", "咖啡"]

const near = (...values: ReadonlyArray<number>) =>
  fc.constantFrom(...values.flatMap((value) => [value - 1, value, value + 1]))
const threshold = fc.option(near(10, 100, 500, 20_000), { nil: null })

const rule: fc.Arbitrary<MatchableRule> = fc
  .record({
    keyword: fc.option(fc.constantFrom(...keywords), { nil: null }),
    likeCount: threshold,
    replyCount: threshold,
    viewCount: threshold,
    lookbackHours: fc.constantFrom(1, 24, 72),
    language: fc.constantFrom("zh", "zh-Hant", "ja", "ko"),
    number: fc.nat()
  })
  .map(({ number, ...rule }) => ({
    ...rule,
    accountId: AccountId.make("acct"),
    endpointId: EndpointId.make("ep"),
    id: RuleId.make(`rule_${number}`),
    type: rule.keyword === null ? "trending" : "keyword"
  }))

const post: fc.Arbitrary<Candidate> = fc.record({
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

const matchesPlainly = (rule: MatchableRule, post: Candidate): boolean => {
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

const idsOf = (rules: ReadonlyArray<MatchableRule>) => rules.map(({ id }) => id).toSorted()

describe("the matcher", () => {
  it("finds what trying every rule finds", () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 40 }), fc.array(post, { maxLength: 10 }), (rules, posts) => {
        const matcher = makeMatcher(rules)
        for (const post of posts) {
          assert.deepStrictEqual(
            idsOf(matcher.match(post, at)),
            idsOf(rules.filter((rule) => matchesPlainly(rule, post)))
          )
        }
      }),
      { numRuns: runs(300) }
    )
  })

  it("tries no rule whose hardest threshold the post does not reach", () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 40 }), post, (rules, post) => {
        const unreachable = rules.map((rule) => ({ ...rule, viewCount: 1_000_000_000 }))
        assert.isEmpty(makeThresholdIndex(unreachable).candidates(post))
      }),
      { numRuns: runs(100) }
    )
  })
})
