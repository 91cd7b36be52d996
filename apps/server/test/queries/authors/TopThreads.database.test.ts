/** `/user/{username}/top-threads`: the same as a naive look at all posts, and what it costs. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { TopThreads } from "../../../src/queries/authors/TopThreads.ts"
import { type NetworkPost, networkAt, ordered, storeNetwork, usernames } from "../../support/Network.ts"
import { writePosts } from "../../support/Posts.ts"
import { blamed, paid, refusedBelow, rowsOf } from "../../support/PricedCalls.ts"
import { forEvery } from "../../support/Property.ts"
import { ServedApi } from "../../support/ServedApi.ts"
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

onAnyDatabase("Top threads", (_name, database) => {
  layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })((it) => {
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
              const own = posts.filter((post) => post.username === username)
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
  })

  layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })((it) => {
    it.effect("unknown views come last, ties newest first, then by code; the window's first second belongs to it", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start * 1_000)
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

  layer(ServedApi.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: "60 seconds" })(
    (it) => {
      const write = (username: string, count: number) =>
        writePosts(
          ...Array.from({ length: count }, (_, index) => ({
            code: `${username}-${index}`,
            username,
            post_timestamp: Math.floor(Date.now() / 1_000) - 60 - index,
            like_count: index
          }))
        )

      it.effect("unknown account: 404, free; empty store too", () =>
        Effect.gen(function* () {
          const { status, json, cost } = yield* paid("/user/nobody/top-threads")
          assert.strictEqual(status, 404)
          assert.strictEqual(json["code"], "not_found")
          assert.strictEqual(cost, 0)
        })
      )

      it.effect("1 per post returned; limit default 10, minimum 1, maximum 100, one over is a 400", () =>
        Effect.gen(function* () {
          yield* write("walter", 105)
          for (const [query, rows] of [
            ["", 10],
            ["?limit=1", 1],
            ["?limit=100", 100],
            ["?limit=5&days=90&sort=view", 5]
          ] as const) {
            const answer = yield* paid(`/user/walter/top-threads${query}`)
            assert.strictEqual(answer.status, 200, answer.text)
            assert.lengthOf(rowsOf(answer), rows)
            assert.strictEqual(answer.cost, rows)
          }
          for (const limit of [0, 101, "1.5", "x"]) {
            assert.deepStrictEqual(yield* blamed(`/user/walter/top-threads?limit=${limit}`), ["limit"])
          }
          yield* refusedBelow("/user/walter/top-threads", 10, 9)
          yield* refusedBelow("/user/walter/top-threads?limit=100", 100, 99)
        })
      )

      it.effect("charge is by rows returned, 0 for a known account without posts in the window", () =>
        Effect.gen(function* () {
          yield* write("fewer", 3)
          const few = yield* paid("/user/fewer/top-threads?limit=50")
          assert.strictEqual(few.cost, 3)
          assert.strictEqual(few.entry?.["api_type"], "user_top_threads")
          assert.deepStrictEqual(few.entry?.["parameters"], { username: "fewer", limit: 50 })
          yield* writePosts({
            code: "old",
            username: "older",
            post_timestamp: Math.floor(Date.now() / 1_000) - 40 * day
          })
          const none = yield* paid("/user/older/top-threads")
          assert.deepStrictEqual([none.status, rowsOf(none).length, none.cost], [200, 0, 0])
          assert.strictEqual((yield* paid("/user/older/top-threads?days=90")).cost, 1)
        })
      )

      it.effect("days minimum 1, maximum 90, one over is a 400; unknown sorts and parameters are named", () =>
        Effect.gen(function* () {
          yield* write("dora", 1)
          for (const days of [1, 90]) assert.strictEqual((yield* paid(`/user/dora/top-threads?days=${days}`)).cost, 1)
          for (const days of [0, 91]) {
            assert.deepStrictEqual(yield* blamed(`/user/dora/top-threads?days=${days}`), ["days"])
          }
          assert.deepStrictEqual(yield* blamed("/user/dora/top-threads?sort=likes"), ["sort"])
          assert.deepStrictEqual(yield* blamed("/user/dora/top-threads?langauge=en"), ["langauge"])
        })
      )

      it.effect("names with any characters", () =>
        Effect.gen(function* () {
          const username = "a/b ?#%台@x.example"
          yield* writePosts({ code: "odd", username, post_timestamp: Math.floor(Date.now() / 1_000) })
          const { status, cost } = yield* paid(`/user/${encodeURIComponent(username)}/top-threads`)
          assert.deepStrictEqual([status, cost], [200, 1])
          assert.strictEqual((yield* paid("/user/%00/top-threads")).status, 400)
        })
      )
    }
  )
})
