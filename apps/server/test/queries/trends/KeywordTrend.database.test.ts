/** `/post/keyword-trend`: the same posts as search, day by day of UTC; its limits and price. */
import { assert } from "@effect/vitest"
import type { KeywordTrendQuery } from "@heddle/api"
import { encode, encodeKeyword, languageMatches, matchesKeyword } from "@heddle/text"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { KeywordTrend } from "../../../src/queries/trends/KeywordTrend.ts"
import { writePosts } from "../../support/Posts.ts"
import { forEvery } from "../../support/Property.ts"
import { filters, onlyPosts, randomPosts, type StoredPost } from "../../support/RandomPosts.ts"
import { TestServices } from "../../support/TestServices.ts"

const day = 86_400
/** Seconds; a bit after 05:00 UTC. */
const start = 100 * day + 5 * 3_600 + 17

const trend = (query: KeywordTrendQuery) =>
  Effect.flatMap(KeywordTrend, (service) => Effect.flatten(service.prepare(query)))

const dateOf = (time: Date) => time.toISOString().slice(0, 10)

const naive = (posts: ReadonlyArray<StoredPost>, query: KeywordTrendQuery) => {
  const { keywords, days = 7, language = "zh", include_engagement = false } = query
  const total = (
    posts: ReadonlyArray<StoredPost>,
    count: "likeCount" | "replyCount" | "repostCount" | "reshareCount"
  ) => posts.reduce((sum, post) => sum + post[count], 0)
  return keywords.map((keyword) => ({
    keyword,
    days: Array.from({ length: days }, (_, at) => {
      const encoded = encodeKeyword(keyword)
      const date = dateOf(new Date((start - (days - 1 - at) * day) * 1_000))
      const counted = posts.filter(
        (post) =>
          dateOf(post.postedAt) === date &&
          languageMatches(language, post.language) &&
          encoded !== undefined &&
          matchesKeyword(encode(post.caption), encoded)
      )
      const engagement = {
        like_count: total(counted, "likeCount"),
        reply_count: total(counted, "replyCount"),
        repost_count: total(counted, "repostCount"),
        reshare_count: total(counted, "reshareCount")
      }
      return { date, post_count: counted.length, ...(include_engagement ? engagement : {}) }
    })
  }))
}

const scenario = fc.record({
  posts: randomPosts(12 * day),
  query: fc.record(
    {
      keywords: fc.array(fc.constantFrom("wombat", "quokka", "咖啡", "咖", "coffee", "nobody"), {
        minLength: 1,
        maxLength: 3
      }),
      days: fc.integer({ min: 1, max: 14 }),
      include_engagement: fc.boolean(),
      language: fc.constantFrom(...filters)
    },
    { requiredKeys: ["keywords"] }
  )
})

onAnyDatabaseWith("Keyword trend", { services: TestServices }, (it) => {
  it.effect("counts what a naive look at every post counts", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      yield* forEvery(
        scenario,
        runs(40),
        Effect.fnUntraced(function* ({ posts, query }) {
          const stored = yield* onlyPosts(posts, start)
          assert.deepStrictEqual((yield* trend(query)).data, naive(stored, query))
        })
      )
    })
  )

  it.effect("days are UTC and the last is today; a post of this very millisecond counts", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      const caption = "this is a numbat"
      const times = [100 * day, 100 * day - 0.001, 99 * day, 99 * day - 1, start]
      yield* writePosts(...times.map((time, index) => ({ code: `edge${index}`, caption, post_timestamp: time })))
      const { data } = yield* trend({ keywords: ["numbat", "numbats"], days: 2, language: "en" })
      const days = [
        { date: "1970-04-10", post_count: 2 },
        { date: "1970-04-11", post_count: 2 }
      ]
      assert.deepStrictEqual(data, [
        { keyword: "numbat", days },
        { keyword: "numbats", days }
      ])
    })
  )
})
