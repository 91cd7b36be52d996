/** Rules: both spellings of every field, and the limits of both kinds of rule. */
import { assert, describe, it } from "@effect/vitest"
import { keywordLookbackHours, maxKeywordLength, maxLookbackHours, Rule, RuleInput, ruleMinimums } from "@heddle/api"
import { Result, Schema } from "effect"
import fc from "fast-check"
import { runs } from "../../../test/support/Runs.ts"

const options = { onExcessProperty: "error", errors: "all" } as const
const decode = Schema.decodeUnknownSync(RuleInput, options)

/** The message of the refusal; empty when the rule is accepted. */
const refusal = (rule: object): string =>
  Result.match(Schema.decodeUnknownResult(RuleInput, options)(rule), {
    onSuccess: () => "",
    onFailure: ({ message }) => message
  })

const snakeCase = {
  likeCount: "like_count",
  replyCount: "reply_count",
  viewCount: "view_count",
  lookbackHours: "lookback_hours"
} as const
const isSpelled = (name: string): name is keyof typeof snakeCase => name in snakeCase

const threshold = (minimum: number) => fc.integer({ min: minimum, max: 1_000_000_000 })
const keywordRule = fc.record(
  {
    keyword: fc.constantFrom("coffee", "咖啡", "a".repeat(maxKeywordLength)),
    likeCount: threshold(ruleMinimums.keyword.likeCount),
    replyCount: threshold(ruleMinimums.keyword.replyCount),
    viewCount: threshold(ruleMinimums.keyword.viewCount),
    language: fc.constantFrom("zh", "zh-Hant", "zh-Hans", "yue", "ja", "ko")
  },
  { requiredKeys: ["keyword", "likeCount"] }
)
const trendingRule = fc.record(
  {
    likeCount: threshold(ruleMinimums.trending.likeCount),
    replyCount: threshold(ruleMinimums.trending.replyCount),
    viewCount: threshold(ruleMinimums.trending.viewCount),
    lookbackHours: fc.integer({ min: 1, max: maxLookbackHours })
  },
  { requiredKeys: ["lookbackHours", "viewCount"] }
)
const anyRule = fc.oneof<fc.Arbitrary<object>[]>(keywordRule, trendingRule)

describe("a rule", () => {
  it("is the same in every mixture of spellings", () => {
    fc.assert(
      fc.property(anyRule, fc.infiniteStream(fc.boolean()), (rule, coins) => {
        const respelled = Object.fromEntries(
          Object.entries(rule).map(([name, value]: [string, unknown]) => [
            isSpelled(name) && coins.next().value === true ? snakeCase[name] : name,
            value
          ])
        )
        assert.deepStrictEqual(decode(respelled), rule)
      }),
      { numRuns: runs(300) }
    )
  })

  for (const [camel, snake] of Object.entries(snakeCase)) {
    it(`refuses ${camel} together with ${snake}`, () => {
      const rule = { likeCount: 500, lookbackHours: 24, [camel]: 72, [snake]: 72 }
      assert.include(refusal(rule), `also given as ${camel}; use only one of the two spellings`)
    })
  }

  it("takes a language in any case, and none that posts are not searched by", () => {
    assert.strictEqual(decode({ keyword: "a", likeCount: 10, language: "ZH-hant" }).language, "zh-Hant")
    assert.notStrictEqual(refusal({ keyword: "a", likeCount: 10, language: "de" }), "")
  })

  for (const keyword of [undefined, null, ""]) {
    it(`is a trending rule with the keyword ${String(keyword)}`, () => {
      const rule = { likeCount: 500, lookbackHours: 24, ...(keyword === undefined ? {} : { keyword }) }
      assert.strictEqual(refusal(rule), "")
      assert.include(refusal({ ...rule, likeCount: 499 }), "must be at least 500 in a trending rule")
      assert.include(refusal({ likeCount: 500, ...(keyword === undefined ? {} : { keyword }) }), "needs lookbackHours")
    })
  }

  it("with a keyword always looks back over the same hours", () => {
    assert.include(
      refusal({ keyword: "a", likeCount: 10, lookbackHours: 24 }),
      `the last ${keywordLookbackHours} hours`
    )
  })

  it("needs a threshold, each at least its minimum", () => {
    assert.include(refusal({ keyword: "a" }), "at least one of")
    for (const [name, minimum] of Object.entries(ruleMinimums.keyword)) {
      assert.strictEqual(refusal({ keyword: "a", [name]: minimum }), "")
      assert.include(refusal({ keyword: "a", [name]: minimum - 1 }), `must be at least ${minimum} in a keyword rule`)
    }
  })

  it("has a keyword of a bounded length in code points", () => {
    assert.strictEqual(refusal({ keyword: "😀".repeat(maxKeywordLength), likeCount: 10 }), "")
    assert.notStrictEqual(refusal({ keyword: "😀".repeat(maxKeywordLength + 1), likeCount: 10 }), "")
  })
})

it("a client takes the answer of a server without `contentKey`", () => {
  const answered = { id: "rule_01M7YY0HSY8ZTAVD0RDB125TQK", type: "keyword", keyword: "a", likeCount: 10 }
  const decodeAnswer = Schema.decodeUnknownSync(Rule)
  const plain = { ...answered, language: "zh", createdAt: "2026-11-21T09:30:00.000Z" }
  assert.notProperty(decodeAnswer(plain), "contentKey")
  assert.propertyVal(decodeAnswer({ ...plain, contentKey: "[]" }), "contentKey", "[]")
})
