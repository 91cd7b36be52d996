/** `/user/{username}/top-threads`: the same as a naive look at all posts, and what it costs. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { TopThreads } from "../../../src/queries/authors/TopThreads.ts"
import { type NetworkPost, networkAt, ordered, storeNetwork, usernames } from "../../support/Network.ts"
import { forEvery } from "../../support/Property.ts"
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
})
