/** `/post/hot`: order, window and language against a naive look at every post; its limits and price. */
import { assert } from "@effect/vitest"
import type { HotPostsQuery } from "@heddle/api"
import { languageMatches } from "@heddle/text"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { HotPosts } from "../../../src/queries/leaderboards/HotPosts.ts"
import { writePosts } from "../../support/Posts.ts"
import { forEvery } from "../../support/Property.ts"
import { filters, onlyPosts, randomPosts, type StoredPost } from "../../support/RandomPosts.ts"
import { TestServices } from "../../support/TestServices.ts"

const hour = 3_600
/** Seconds. */
const start = 100 * 24 * hour + 17

const hot = (query: HotPostsQuery) => Effect.flatMap(HotPosts, (service) => service.list(query))
const codes = (query: HotPostsQuery) => Effect.map(hot(query), ({ data }) => data.map(({ code }) => code))

const sorts = ["engagement:desc", "like:desc", "reply:desc", "impression:desc"] as const

const valueOf = (post: StoredPost, sort: (typeof sorts)[number]): number | null => {
  if (sort === "like:desc") return post.likeCount
  if (sort === "reply:desc") return post.replyCount
  if (sort === "impression:desc") return post.impressionCount
  return post.likeCount + post.replyCount + post.repostCount + post.reshareCount
}

const naive = (posts: ReadonlyArray<StoredPost>, query: HotPostsQuery): ReadonlyArray<string> => {
  const { size = 30, sort = "engagement:desc", language = "zh", hours = 24 } = query
  return posts
    .filter((post) => languageMatches(language, post.language))
    .filter(({ postedAt }) => postedAt.getTime() >= (start - hours * hour) * 1_000)
    .flatMap((post) => {
      const value = valueOf(post, sort)
      return value === null ? [] : [{ value, time: post.postedAt.getTime(), code: post.code }]
    })
    .toSorted((a, b) => b.value - a.value || b.time - a.time || (a.code < b.code ? 1 : -1))
    .slice(0, size)
    .map(({ code }) => code)
}

const scenario = fc.record({
  posts: randomPosts(80 * hour),
  query: fc.record(
    {
      size: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constant(300)),
      sort: fc.constantFrom(...sorts),
      language: fc.constantFrom(...filters),
      hours: fc.integer({ min: 1, max: 72 })
    },
    { requiredKeys: [] }
  )
})

onAnyDatabaseWith("Hot posts", { services: TestServices }, (it) => {
  it.effect("are those that a naive look at every post finds, in its order", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      yield* forEvery(
        scenario,
        runs(60),
        Effect.fnUntraced(function* ({ posts, query }) {
          const stored = yield* onlyPosts(posts, start)
          assert.deepStrictEqual(yield* codes(query), naive(stored, query))
        })
      )
    })
  )

  it.effect(
    "ties go by time, newest first, then by code; the window is exact; views are known or the post is not there",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start * 1_000)
        yield* onlyPosts([], start)
        yield* writePosts(
          { code: "old", post_timestamp: start - 24 * hour, like_count: 5, impression_count: 0 },
          { code: "older", post_timestamp: start - 24 * hour - 0.001, like_count: 9 },
          { code: "a", post_timestamp: start - 9, like_count: 5, impression_count: null },
          { code: "b", post_timestamp: start - 9, reply_count: 5 },
          { code: "c", post_timestamp: start, repost_count: 2, reshare_count: 3, impression_count: 7 }
        )
        assert.deepStrictEqual(yield* codes({ language: "en" }), ["c", "b", "a", "old"])
        assert.deepStrictEqual(yield* codes({ language: "en", hours: 72 }), ["older", "c", "b", "a", "old"])
        assert.deepStrictEqual(yield* codes({ language: "en", sort: "like:desc", size: 2 }), ["a", "old"])
        assert.deepStrictEqual(yield* codes({ language: "en", sort: "reply:desc", size: 1 }), ["b"])
        assert.deepStrictEqual(yield* codes({ language: "en", sort: "impression:desc" }), ["c", "old"])
      })
  )
})
