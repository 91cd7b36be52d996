/** The two ladders against a naive look at every post and account; their limits and price. */
import { assert } from "@effect/vitest"
import type { LadderQuery } from "@heddle/api"
import { languageMatches } from "@heddle/text"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { Ladders } from "../../../src/queries/statistics/Ladders.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { FollowerCounts } from "../../../src/store/rollups/FollowerCounts.ts"
import { origin, writePosts } from "../../support/Posts.ts"
import { forEvery } from "../../support/Property.ts"
import { captions, filters, onlyPosts, randomPosts, type StoredPost } from "../../support/RandomPosts.ts"
import { TestServices } from "../../support/TestServices.ts"

const day = 86_400
/** Seconds. */
const start = 100 * day + 17

const ladder = (name: "likes" | "followers", query: LadderQuery) =>
  Effect.flatMap(Ladders, (service) => Effect.map(service[name](query), ({ data }) => data))

const regions = { TW: "zh-Hant", CN: "zh-Hans", HK: "yue", JP: "ja", KR: "ko", US: "en" } as const

const languageOf = ({ language = "zh", region }: LadderQuery) => (region === undefined ? language : regions[region])

/** Nearest rank: the first of the sorted numbers at or after the percentage. */
const naive = (numbers: ReadonlyArray<number>, query: LadderQuery) => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return {
    language: languageOf(query),
    population: sorted.length,
    rungs: ([50, 75, 90, 95, 99, 99.9] as const).map((percentile) => ({
      percentile,
      at_least: sorted.find((_, index) => (index + 1) * 1_000 >= sorted.length * Math.round(percentile * 10)) ?? null
    }))
  }
}

const recent = (posts: ReadonlyArray<StoredPost>) =>
  posts.filter(({ postedAt }) => postedAt.getTime() >= (start - 30 * day) * 1_000)

/** The language of most posts; of as many, the one written last; null without posts. */
const languageOfAccount = (posts: ReadonlyArray<StoredPost>) => {
  const candidates = [...new Set(posts.map(({ language }) => language))].map((language) => {
    const own = posts.filter((post) => post.language === language)
    return { language, count: own.length, last: Math.max(...own.map(({ postedAt }) => postedAt.getTime())) }
  })
  const [most] = candidates.toSorted(
    (a, b) => b.count - a.count || b.last - a.last || (a.language < b.language ? -1 : 1)
  )
  return most?.language ?? null
}

const query: fc.Arbitrary<LadderQuery> = fc.oneof(
  fc.record({ language: fc.constantFrom(...filters) }, { requiredKeys: [] }),
  fc.record({ region: fc.constantFrom("TW", "CN", "HK", "JP", "KR", "US") })
)

const followers = fc.option(fc.oneof(fc.nat(3), fc.nat(1_000_000_000_000)))
const accounts = fc.dictionary(fc.constantFrom("ann", "bea", "cid", "eve"), followers, { noNullPrototype: true })

/** Makes these the only accounts whose profile is known. */
const onlyAccounts = Effect.fnUntraced(function* (known: Readonly<Record<string, number | null>>) {
  yield* (yield* SqlClient.SqlClient)`TRUNCATE authors`
  yield* (yield* Ingestion).write(
    Object.entries(known).map(([username, count]) => ({
      type: "user",
      username,
      ...(count === null ? {} : { follower_count: count })
    })),
    origin
  )
})

onAnyDatabaseWith("Ladders", { services: FollowerCounts.layerFrom(1).pipe(Layer.provideMerge(TestServices)) }, (it) => {
  it.effect("an empty store has rungs without a number", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      for (const name of ["likes", "followers"] as const) {
        assert.deepStrictEqual(yield* ladder(name, {}), naive([], {}))
      }
    })
  )

  it.effect("likes: the rungs of a naive look at every post", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      yield* forEvery(
        fc.record({ posts: randomPosts(40 * day), query }),
        runs(15),
        Effect.fnUntraced(function* ({ posts, query }) {
          const stored = recent(yield* onlyPosts(posts, start))
          const counted = stored.filter(({ language }) => languageMatches(languageOf(query), language))
          const likes = counted.map(({ likeCount }) => likeCount)
          assert.deepStrictEqual(yield* ladder("likes", query), naive(likes, query))
        })
      )
    })
  )

  it.effect("followers: the rungs of a naive look at every account", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      yield* forEvery(
        fc.record({ posts: randomPosts(40 * day), accounts, query }),
        runs(20),
        Effect.fnUntraced(function* ({ posts, accounts, query }) {
          const stored = recent(yield* onlyPosts(posts, start))
          yield* onlyAccounts(accounts)
          const counted = Object.entries(accounts).flatMap(([name, count]) => {
            const language = languageOfAccount(stored.filter(({ authorId }) => authorId === name))
            return count !== null && language !== null && languageMatches(languageOf(query), language) ? [count] : []
          })
          assert.deepStrictEqual(yield* ladder("followers", query), naive(counted, query))
          yield* (yield* FollowerCounts).refresh
          assert.deepStrictEqual(yield* ladder("followers", query), naive(counted, query))
        })
      )
    })
  )

  it.effect("followers: of many accounts, those counted in the last hours, which the answer says", () =>
    Effect.gen(function* () {
      const ask = Effect.flatMap(Ladders, ({ followers }) => followers({ language: "ja" }))
      yield* TestClock.setTime(start * 1_000)
      yield* onlyPosts([], start)
      yield* onlyAccounts({ ann: 7, bea: 9 })
      const post = { caption: captions.ja, post_timestamp: start }
      yield* writePosts({ ...post, code: "a", username: "ann" })
      yield* (yield* FollowerCounts).refresh
      yield* writePosts({ ...post, code: "b", username: "bea" })
      const counted = yield* ask
      assert.strictEqual(counted.data.population, 1)
      assert.deepStrictEqual(counted.notices, [
        "With this many authors, the ladder is calculated once an hour. This one is from 1970-04-11T00:00:17.000Z."
      ])
      yield* TestClock.adjust("3 hours")
      const counting = yield* ask
      assert.strictEqual(counting.data.population, 2)
      assert.isUndefined(counting.notices)
    })
  )

  it.effect("a thousand posts fill every rung; the window of 30 days is exact", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      yield* onlyPosts([], start)
      yield* writePosts(
        ...Array.from({ length: 1_000 }, (_, index) => ({
          code: `k${index}`,
          post_timestamp: start - 30 * day * (index / 999),
          like_count: index + 1
        })),
        { code: "early", post_timestamp: start - 30 * day - 0.001, like_count: 5_000 }
      )
      const { population, rungs } = yield* ladder("likes", { region: "US" })
      assert.strictEqual(population, 1_000)
      assert.deepStrictEqual(
        rungs.map(({ at_least }) => at_least),
        [500, 750, 900, 950, 990, 999]
      )
    })
  )

  it.effect("an account counts in the language of most of its posts, of as many in the one written last", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      yield* onlyPosts([], start)
      yield* onlyAccounts({ ann: 7, bea: 9, cid: 11 })
      const post = (code: string, username: string, language: keyof typeof captions, age: number) => ({
        code,
        username,
        caption: captions[language],
        post_timestamp: start - age
      })
      yield* writePosts(
        post("a1", "ann", "ja", 9),
        post("a2", "ann", "ja", 8),
        post("a3", "ann", "en", 1),
        post("b1", "bea", "ja", 9),
        post("b2", "bea", "en", 8),
        post("c1", "cid", "ja", 31 * day)
      )
      const populations = Effect.forEach(["ja", "en", "ko"] as const, (language) =>
        Effect.map(ladder("followers", { language }), ({ population, rungs }) => [population, rungs[0]?.at_least])
      )
      assert.deepStrictEqual(yield* populations, [
        [1, 7],
        [1, 9],
        [0, null]
      ])
    })
  )
})
