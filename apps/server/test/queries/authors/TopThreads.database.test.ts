/** `/user/{username}/top-threads`: the same as a naive look at all posts, and what it costs. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { TopThreads } from "../../../src/queries/authors/TopThreads.ts"
import { meantBy, type NetworkPost, networkAt, ordered, storeNetwork, usernames } from "../../support/Network.ts"
import { writePosts } from "../../support/Posts.ts"
import { forEvery } from "../../support/Property.ts"
import { forgetPosts } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const day = 86_400
const start = 100 * day

const values = {
  like: (post: NetworkPost) => post.like_count,
  reply: (post: NetworkPost) => post.reply_count,
  view: (post: NetworkPost) => post.impression_count ?? -1
}

const scenario = fc.record({
  posts: networkAt(start),
  username: fc.constantFrom(...usernames),
  days: fc.constantFrom(undefined, 1, 7, 30, 90),
  sort: fc.constantFrom(undefined, "like", "reply", "view"),
  limit: fc.constantFrom(undefined, 1, 3, 100)
})

onAnyDatabaseWith("Top threads", { services: TestServices }, (it) => {
  it.effect(
    "are those of a naive look",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start * 1_000)
        const threads = yield* TopThreads
        yield* forEvery(scenario, runs(60), ({ posts, username, days, sort, limit }) =>
          Effect.gen(function* () {
            yield* storeNetwork(posts)
            const answered = yield* Effect.result(
              threads.of(username, {
                ...(days === undefined ? {} : { days }),
                ...(sort === undefined ? {} : { sort }),
                ...(limit === undefined ? {} : { limit })
              })
            )
            const author = meantBy(
              username,
              posts.map((post) => post.username)
            )
            const own = posts.filter((post) => post.username === author)
            const roots = own.filter((post) => !post.is_reply && post.post_timestamp >= start - (days ?? 30) * day)
            const best = ordered(
              roots.toReversed(),
              (post) => -values[sort ?? "like"](post),
              (post) => -post.post_timestamp
            )
            const expected = best.slice(0, limit ?? 10).map(({ code }) => code)
            if (answered._tag === "Failure") assert.lengthOf(own, 0)
            else {
              assert.isNotEmpty(own)
              assert.deepStrictEqual(
                answered.success.data.map(({ code }) => code),
                expected
              )
            }
          })
        )
      }),
    120_000
  )

  it.effect("unknown views come last, ties newest first, then by code; the window's first second belongs to it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      yield* forgetPosts
      const own = { username: "ann" }
      yield* writePosts(
        { ...own, code: "zero", post_timestamp: start - 5, impression_count: 0 },
        { ...own, code: "unknown", post_timestamp: start - 1, impression_count: null },
        { ...own, code: "one", post_timestamp: start - 9, impression_count: 1 },
        { ...own, code: "oneToo", post_timestamp: start - 9, impression_count: 1 },
        { ...own, code: "edge", post_timestamp: start - 30 * day, like_count: 1 },
        { ...own, code: "over", post_timestamp: start - 30 * day - 1, like_count: 2 }
      )
      const threads = yield* TopThreads
      const codes = (query: Parameters<typeof threads.of>[1]) =>
        Effect.map(threads.of("ann", query), ({ data }) => data.map(({ code }) => code))
      assert.deepStrictEqual(yield* codes({ sort: "view" }), ["oneToo", "one", "zero", "unknown", "edge"])
      assert.deepStrictEqual(yield* codes({}), ["edge", "unknown", "zero", "oneToo", "one"])
      assert.deepStrictEqual((yield* codes({ days: 31 }))[0], "over")
    })
  )
})
