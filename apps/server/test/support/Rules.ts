/** Random rules and the stored posts as rounds see them, for tests that compare answers about rules with the index of rounds. */
import { AccountId, EndpointId, RuleId, type RuleInput } from "@heddle/api"
import { languages } from "@heddle/text"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import type { Candidate } from "../../src/store/posts/PostChangeFeed.ts"
import { makeRuleIndex } from "../../src/webhooks/matching/RuleIndex.ts"
import type { MatchableRule } from "../../src/webhooks/matching/RuleRow.ts"

const thresholds = { likeCount: 500, replyCount: 100, viewCount: 20_000 } as const
const counts = fc.subarray(["likeCount", "replyCount", "viewCount"] as const, { minLength: 1 })
const language = fc.constantFrom("zh", "zh-Hant", "zh-Hans", "yue", "ja", "ko")

const keywordRule = fc.record({
  keyword: fc.constantFrom("咖啡", "咖", "coffee", "wombat", "台積電", "nobody"),
  likeCount: fc.constantFrom(10, 1_000),
  language
})

const trendingRule = fc
  .record({ counts, lookbackHours: fc.constantFrom(1, 5, 24, 72), language })
  .map(({ counts, ...rule }) => ({
    ...rule,
    ...Object.fromEntries(counts.map((name) => [name, thresholds[name]]))
  }))

/** Rules that the API accepts. */
export const anyRule: fc.Arbitrary<RuleInput> = fc.oneof(keywordRule, trendingRule)

/** The rule that this input makes. */
export const ruleFrom = (input: RuleInput): MatchableRule => ({
  accountId: AccountId.make("acct"),
  endpointId: EndpointId.make("ep"),
  id: RuleId.make("rule"),
  type: input.keyword === undefined || input.keyword === null ? "trending" : "keyword",
  keyword: input.keyword ?? null,
  likeCount: input.likeCount ?? null,
  replyCount: input.replyCount ?? null,
  viewCount: input.viewCount ?? null,
  lookbackHours: input.lookbackHours ?? 24,
  language: input.language ?? "zh"
})

/** Whether a round finds the post for the rule at this time. */
export const isFound = (rule: MatchableRule, post: Candidate, at: Date): boolean => {
  const index = makeRuleIndex()
  index.add(rule)
  return index.match(post, at).length === 1
}

const Candidates = Schema.Array(
  Schema.Struct({
    code: Schema.String,
    tokenText: Schema.String,
    language: Schema.Literals(languages),
    postedAt: Schema.Date,
    likeCount: Schema.Int,
    replyCount: Schema.Int,
    impressionCount: Schema.NullOr(Schema.Int)
  })
)

/** All stored posts. */
export const candidates = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return Schema.decodeUnknownSync(Candidates)(
    yield* sql`
      SELECT code, token_text, language, posted_at, like_count, reply_count, impression_count FROM posts`
  )
})
