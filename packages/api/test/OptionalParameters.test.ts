/** Optional parameters stay optional for clients, and services see their defaults. */
import { assert, describe, it } from "@effect/vitest"
import {
  ChainQuery,
  FollowerHistoryQuery,
  HistoryQuery,
  HotPostsQuery,
  InteractionsQuery,
  KeywordTrendQuery,
  LadderQuery,
  LeaderboardQuery,
  PowerHoursQuery,
  SearchQuery,
  TopThreadsQuery,
  withDefaults
} from "@heddle/api"
import { Schema } from "effect"

describe("withDefaults", () => {
  it("fills in what is absent", () => {
    const query: SearchQuery = { keywords: ["a"] }
    assert.deepStrictEqual(withDefaults(SearchQuery)(query), {
      keywords: ["a"],
      match: "any",
      language: "zh",
      include_details: false,
      post_type: "all",
      sort: "recent",
      limit: 50
    })
  })

  it("keeps what is given", () => {
    assert.deepStrictEqual(withDefaults(TopThreadsQuery)({ days: 7, sort: "view", limit: 1 }), {
      days: 7,
      sort: "view",
      limit: 1
    })
  })

  it("gives the defaults of the decisions", () => {
    assert.deepStrictEqual(withDefaults(KeywordTrendQuery)({}), { days: 7, include_engagement: false, language: "zh" })
    assert.deepStrictEqual(withDefaults(HotPostsQuery)({}), {
      size: 30,
      sort: "engagement:desc",
      language: "zh",
      hours: 24
    })
    assert.deepStrictEqual(withDefaults(ChainQuery)({}), { limit: 100 })
    assert.deepStrictEqual(withDefaults(TopThreadsQuery)({}), { days: 30, sort: "like", limit: 10 })
    assert.deepStrictEqual(withDefaults(InteractionsQuery)({}), { days: 30, sort: "mutual", limit: 10 })
    assert.deepStrictEqual(withDefaults(FollowerHistoryQuery)({}), { days: 30 })
    assert.deepStrictEqual(withDefaults(LeaderboardQuery)({}), { language: "zh", hours: 24, size: 30 })
    assert.deepStrictEqual(withDefaults(PowerHoursQuery)({}), { language: "zh", days: 30, utc_offset: 0 })
    assert.deepStrictEqual(withDefaults(LadderQuery)({}), { language: "zh" })
    assert.deepStrictEqual(withDefaults(HistoryQuery)({}), { page: 1 })
  })
})

it("decoding adds no default, so that the usage history shows what was given", () => {
  assert.deepStrictEqual(Schema.decodeUnknownSync(SearchQuery)({ keywords: "a" }), { keywords: ["a"] })
})
