/** `/post/keyword-trend`: the same posts as search, day by day of UTC; its limits and price. */
import { assert, layer } from "@effect/vitest"
import type { KeywordTrendQuery } from "@heddle/api"
import { encode, encodeKeyword, languageMatches, matchesKeyword } from "@heddle/text"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { KeywordTrend } from "../../../src/queries/trends/KeywordTrend.ts"
import { Search } from "../../../src/queries/search/Search.ts"
import { writePosts } from "../../support/Posts.ts"
import { assertRefused, charged, estimated } from "../../support/PricedCalls.ts"
import { forEvery } from "../../support/Property.ts"
import { filters, onlyPosts, randomPosts, type StoredPost } from "../../support/RandomPosts.ts"
import { call, customer, ServedApi } from "../../support/ServedApi.ts"
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

onAnyDatabase("Keyword trend", (_name, database) => {
  layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })((it) => {
    it.effect("an empty store has every day with 0", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start * 1_000)
        const { data } = yield* trend({ keywords: ["咖啡"], days: 90, include_engagement: true })
        assert.strictEqual(data[0]?.days.length, 90)
        assert.deepStrictEqual(data, naive([], { keywords: ["咖啡"], days: 90, include_engagement: true }))
      })
    )

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

    it.effect("counts exactly the posts that search finds in the same days", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start * 1_000)
        yield* forEvery(
          scenario,
          runs(20),
          Effect.fnUntraced(function* ({ posts, query: { keywords, days = 7, language = "zh" } }) {
            yield* onlyPosts(posts, start)
            const { data } = yield* trend({ keywords, days, language })
            const since = (100 - (days - 1)) * day
            for (const { keyword, days } of data) {
              const found = yield* yield* (yield* Search).prepare({ keywords: [keyword], language, since, limit: 500 })
              const counted = days.reduce((sum, { post_count }) => sum + post_count, 0)
              assert.strictEqual(counted, found.data.length)
            }
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

    it.effect("totals beyond what JSON holds exactly stop at the largest safe integer", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start * 1_000)
        const posts = Array.from({ length: 9_100 }, (_, index) => ({
          code: `huge${index}`,
          caption: "this is a dugong",
          post_timestamp: start,
          like_count: 1_000_000_000_000
        }))
        yield* writePosts(...posts)
        const { data } = yield* trend({ keywords: ["dugong"], days: 1, language: "en", include_engagement: true })
        assert.strictEqual(data[0]?.days[0]?.like_count, Number.MAX_SAFE_INTEGER)
      })
    )
  })

  layer(ServedApi.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: "60 seconds" })(
    (it) => {
      it.effect("3 x keywords x days, 4 with engagement; the estimate is the charge, also without posts", () =>
        Effect.gen(function* () {
          const { key } = yield* customer({ plan: "standard", credits: 20_000 })
          const ten = "a,b,c,d,e,f,g,h,i,j"
          const cases = [
            ["keywords=a", 21],
            ["keywords=a&days=1", 3],
            ["keywords=a&days=1&include_engagement=true", 4],
            ["keywords=a,a&days=2&include_engagement=false", 12],
            [`keywords=${ten}&days=90`, 2_700],
            [`keywords=${ten}&days=90&include_engagement=true`, 3_600]
          ] as const
          for (const [query, cost] of cases) {
            const path = `/post/keyword-trend?${query}`
            assert.deepStrictEqual(yield* estimated(path, key), { cost, largest: null }, query)
            assert.strictEqual((yield* charged(path, key)).cost, cost, query)
          }
        })
      )

      it.effect("an estimate above the balance is a 402 and free; one that fits runs", () =>
        Effect.gen(function* () {
          const { key } = yield* customer({ plan: "lite", credits: 20 })
          const refused = yield* call("/post/keyword-trend?keywords=a", { key })
          assert.strictEqual(refused.status, 402)
          assert.strictEqual(refused.json["estimated_cost"], 21)
          assert.isNull(refused.json["max_affordable_limit"])
          assert.strictEqual((yield* charged("/post/keyword-trend?keywords=a&days=6", key)).cost, 18)
          const history = yield* call("/balance/history?api_type=keyword_trend", { key })
          assert.strictEqual(history.json["total"], 1)
          assert.deepStrictEqual(Object(history.json["data"])[0]?.parameters, { keywords: ["a"], days: 6 })
        })
      )

      it.effect("one over a limit, and what is unknown, is a 400 that names the field", () =>
        Effect.gen(function* () {
          const { key } = yield* customer({ plan: "lite", credits: 5_000 })
          const cases = [
            ["", "keywords"],
            ["keywords=", "keywords.0"],
            ["keywords=a,b,c,d,e,f,g,h,i,j,k", "keywords"],
            [`keywords=${"a".repeat(101)}`, "keywords.0"],
            ["keywords=a,%21", "keywords"],
            ["keywords=a&days=0", "days"],
            ["keywords=a&days=91", "days"],
            ["keywords=a&days=1.5", "days"],
            ["keywords=a&include_engagement=1", "include_engagement"],
            ["keywords=a&language=fr", "language"],
            ["keywords=a&limit=5", "limit"]
          ] as const
          for (const [query, field] of cases) yield* assertRefused(`/post/keyword-trend?${query}`, field, key)
          const without = yield* customer({ credits: 500 })
          assert.strictEqual((yield* call("/post/keyword-trend?keywords=a", without)).status, 403)
        })
      )
    }
  )
})
