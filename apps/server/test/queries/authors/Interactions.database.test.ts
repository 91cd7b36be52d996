/** `/user/{username}/interactions`: the same as a naive count over all posts, and what it costs. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { Interactions } from "../../../src/queries/authors/Interactions.ts"
import { meantBy, type NetworkPost, networkAt, ordered, storeNetwork, usernames } from "../../support/Network.ts"
import { writePosts } from "../../support/Posts.ts"
import { forEvery } from "../../support/Property.ts"
import { TestServices } from "../../support/TestServices.ts"

const day = 86_400
const start = 100 * day

const scenario = fc.record({
  posts: networkAt(start, 40),
  username: fc.constantFrom(...usernames),
  days: fc.constantFrom(undefined, 7, 30, 90),
  sort: fc.constantFrom("mutual", "total", "sent", "received"),
  limit: fc.constantFrom(undefined, 1, 2, 100)
})

/** One row for each other account, all replies looked at for each. */
const naively = (posts: ReadonlyArray<NetworkPost>, username: string, from: number) => {
  const authorOf = (code: string | null) => posts.find((post) => post.code === code)?.username
  const recent = posts.filter((post) => post.post_timestamp >= from)
  return usernames
    .filter((other) => other !== username)
    .flatMap((other) => {
      const sent = recent.filter((post) => post.username === username && authorOf(post.reply_to) === other)
      const received = recent.filter((post) => post.username === other && authorOf(post.reply_to) === username)
      const times = [...sent, ...received].map((post) => post.post_timestamp)
      return times.length === 0
        ? []
        : [
            {
              username: other,
              sent: sent.length,
              received: received.length,
              total: times.length,
              mutual: Math.min(sent.length, received.length),
              last: Math.max(...times)
            }
          ]
    })
}

onAnyDatabaseWith("Interactions", { services: TestServices }, (it) => {
  it.effect(
    "are those of a naive count",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start * 1_000)
        const interactions = yield* Interactions
        yield* forEvery(scenario, runs(60), ({ posts, username, days, sort, limit }) =>
          Effect.gen(function* () {
            yield* storeNetwork(posts)
            const query = { ...(days === undefined ? {} : { days }), ...(limit === undefined ? {} : { limit }), sort }
            const answered = yield* Effect.result(interactions.of(username, query))
            const author = meantBy(
              username,
              posts.map((post) => post.username)
            )
            if (answered._tag === "Failure" || author === undefined) {
              return assert.deepStrictEqual([answered._tag, author], ["Failure", undefined])
            }
            const counted = naively(posts, author, start - (days ?? 30) * day)
            const expected = ordered(
              counted,
              (row) => -row[sort],
              (row) => -row.last,
              (row) => row.username
            )
            assert.deepStrictEqual(
              answered.success.data,
              expected
                .slice(0, limit ?? 10)
                .map(({ last, ...row }) => ({ ...row, last_interaction_at: Math.floor(last) }))
            )
          })
        )
      }),
    120_000
  )

  it.effect("a reply counts by its own time, both directions apart; ties by last interaction, then name", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      yield* writePosts(
        { code: "mine", username: "me", post_timestamp: start - 95 * day },
        { code: "hers", username: "her", post_timestamp: start - 8 * day, reply_to: "mine" },
        { code: "his", username: "him", post_timestamp: start - 5, reply_to: "mine" },
        { code: "its", username: "it", post_timestamp: start - 5, reply_to: "mine" },
        { code: "own", username: "me", post_timestamp: start - 4, reply_to: "mine" },
        { code: "gone", username: "me", post_timestamp: start - 4, reply_to: "not stored" },
        { code: "back", username: "me", post_timestamp: start - 3, reply_to: "hers" }
      )
      const interactions = yield* Interactions
      const rows = (days: number) =>
        Effect.map(interactions.of("me", { days }), ({ data }) =>
          data.map(({ username, sent, received, mutual }) => [username, sent, received, mutual])
        )
      const tied = [
        ["him", 0, 1, 0],
        ["it", 0, 1, 0]
      ]
      assert.deepStrictEqual(yield* rows(30), [["her", 1, 1, 1], ...tied])
      assert.deepStrictEqual(yield* rows(7), [["her", 1, 0, 0], ...tied])
    })
  )
})
