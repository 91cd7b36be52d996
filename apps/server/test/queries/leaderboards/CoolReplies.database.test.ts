/** `/leaderboard/cool-replies`: the same as a naive look at all posts, and what it costs. */
import { assert, layer } from "@effect/vitest"
import { languageMatches } from "@heddle/text"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { CoolReplies } from "../../../src/queries/leaderboards/CoolReplies.ts"
import { networkAt, ordered, storeNetwork } from "../../support/Network.ts"
import { forEvery } from "../../support/Property.ts"
import { TestServices } from "../../support/TestServices.ts"

const hour = 3_600
const start = 100 * 24 * hour

const scenario = fc.record({
  posts: networkAt(start, 40),
  language: fc.constantFrom(undefined, "zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko"),
  hours: fc.constantFrom(undefined, 1, 24, 168),
  size: fc.constantFrom(undefined, 1, 3, 100)
})

onAnyDatabase("Cool replies", (_name, database) => {
  layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })((it) => {
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
  })
})
