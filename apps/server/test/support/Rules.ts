/** Random rules and the stored posts as rounds see them, for tests that compare answers about rules with the index of rounds. */
import { AccountId, EndpointId, RuleId, type RuleInput } from "@heddle/api"
import { languages } from "@heddle/text"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { captions } from "./RandomPosts.ts"
import type { Candidate } from "../../src/store/posts/PostChangeFeed.ts"
import { makeRuleIndex } from "../../src/webhooks/matching/RuleIndex.ts"
import type { MatchableRule } from "../../src/webhooks/management/RuleRow.ts"

const language = fc.oneof(
  { weight: 2, arbitrary: fc.constant("zh" as const) },
  { weight: 1, arbitrary: fc.constantFrom("zh-Hant", "zh-Hans", "yue", "ja", "ko") }
)

const keywordRule = fc.record(
  {
    keyword: fc.constantFrom("咖啡", "咖", "wombat", "台積電"),
    likeCount: fc.constantFrom(10, 500),
    replyCount: fc.constant(10),
    language
  },
  { requiredKeys: ["keyword", "likeCount", "language"] }
)

const trendingRule = fc.record(
  {
    likeCount: fc.constant(500),
    replyCount: fc.constant(500),
    viewCount: fc.constant(20_000),
    lookbackHours: fc.constantFrom(1, 5, 24, 72),
    language
  },
  { requiredKeys: ["lookbackHours", "likeCount", "language"] }
)

/** Rules that the API accepts. */
export const anyRule: fc.Arbitrary<RuleInput> = fc.oneof(keywordRule, trendingRule)

const count = fc.constantFrom(9, 10, 499, 500, 1_000, 1_001)

export const captionForRules = fc
  .tuple(fc.constantFrom(...Object.values(captions)), fc.subarray(["wombats", "咖啡"]))
  .map(([caption, words]) => [caption, ...words].join(" "))

/** Posts that such rules may match: their counts and ages are near what the rules ask for. */
export const postsForRules = fc.array(
  fc.record({
    caption: captionForRules,
    username: fc.constant("ann"),
    age: fc
      .tuple(fc.constantFrom(1, 3, 5, 24, 48, 72), fc.constantFrom(-1, 0, 1))
      .map(([hours, seconds]) => hours * 3_600 + seconds),
    like_count: count,
    reply_count: count,
    repost_count: fc.constant(0),
    reshare_count: fc.constant(0),
    impression_count: fc.constantFrom(null, 19_999, 20_000, 20_001),
    is_reply: fc.boolean()
  }),
  { minLength: 10, maxLength: 30 }
)

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
  language: input.language ?? "zh",
  revision: 0
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
