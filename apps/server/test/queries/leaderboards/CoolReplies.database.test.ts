/** `/leaderboard/cool-replies`: the same as a naive look at all posts, and what it costs. */
import { assert } from "@effect/vitest"
import { languageMatches } from "@heddle/text"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { CoolReplies } from "../../../src/queries/leaderboards/CoolReplies.ts"
import { networkAt, ordered, storeNetwork } from "../../support/Network.ts"
import { writePosts } from "../../support/Posts.ts"
import { forEvery } from "../../support/Property.ts"
import { forgetPosts } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const hour = 3_600
const start = 100 * 24 * hour

const scenario = fc.record({
  posts: networkAt(start, 40),
  language: fc.constantFrom(undefined, "zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko"),
  hours: fc.constantFrom(undefined, 1, 24, 168),
  size: fc.constantFrom(undefined, 1, 3, 100)
})

onAnyDatabaseWith("Cool replies", { services: TestServices }, (it) => {
  it.effect(
    "are those of a naive look",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start * 1_000)
        const board = yield* CoolReplies
        yield* forEvery(scenario, runs(60), ({ posts, language, hours, size }) =>
          Effect.gen(function* () {
            yield* storeNetwork(posts)
            const { data } = yield* board.top({
              ...(language === undefined ? {} : { language }),
              ...(hours === undefined ? {} : { hours }),
              ...(size === undefined ? {} : { size })
            })
            const replies = posts.filter(
              (post) =>
                post.is_reply &&
                languageMatches(language ?? "zh", post.language) &&
                post.post_timestamp >= start - (hours ?? 24) * hour
            )
            const expected = ordered(
              replies.toReversed(),
              (post) => -post.like_count,
              (post) => -post.post_timestamp
            ).slice(0, size ?? 30)
            assert.deepStrictEqual(
              data.map(({ rank, value, code }) => [rank, value, code]),
              expected.map(({ like_count, code }, index) => [index + 1, like_count, code])
            )
          })
        )
      }),
    120_000
  )

  it.effect("ties go newest first, then by code; the window's first second belongs to it; root posts do not", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      yield* forgetPosts
      const reply = { is_reply: true, like_count: 1 }
      yield* writePosts(
        { ...reply, code: "old", post_timestamp: start - 9 },
        { ...reply, code: "new", post_timestamp: start - 1 },
        { ...reply, code: "newToo", post_timestamp: start - 1 },
        { ...reply, code: "liked", post_timestamp: start - 20, like_count: 2 },
        { ...reply, code: "edge", post_timestamp: start - 24 * hour, like_count: 3 },
        { ...reply, code: "over", post_timestamp: start - 24 * hour - 1, like_count: 4 },
        { code: "root", post_timestamp: start, like_count: 9 }
      )
      const { data } = yield* (yield* CoolReplies).top({ language: "en" })
      assert.deepStrictEqual(
        data.map(({ rank, value, code }) => `${rank} ${code} ${value}`),
        ["1 edge 3", "2 liked 2", "3 newToo 1", "4 new 1", "5 old 1"]
      )
    })
  )
})
