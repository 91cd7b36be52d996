/** `/leaderboard/follower-growth`: the same as a naive look at all that was ever told, and what it costs. */
import { assert } from "@effect/vitest"
import { languageMatches } from "@heddle/text"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { AuthorRemoval } from "../../../src/store/batches/AuthorRemoval.ts"
import { AuthorMaintenance } from "../../../src/store/retention/PostMaintenance.ts"
import { Rollups } from "../../../src/store/rollups/Rollups.ts"
import { FollowerGrowth } from "../../../src/queries/leaderboards/FollowerGrowth.ts"
import { SharedBoards } from "../../../src/queries/leaderboards/SharedBoards.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { ordered } from "../../support/Network.ts"
import { origin, writePosts } from "../../support/Posts.ts"
import { forEvery } from "../../support/Property.ts"
import { captions, filters } from "../../support/RandomPosts.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"
import { accountNames, lastOfEach, seenOf, type ToldAccount, toldAccounts } from "../../support/ToldAccounts.ts"

const hour = 3_600
const day = 24 * hour
/** Seconds. */
const end = 200 * day + 17 * hour + 1_805

type Spoken = keyof typeof captions

interface Post {
  readonly username: string
  readonly language: Spoken
  readonly posted: number
}

const posts = fc.array(
  fc.record({
    username: fc.constantFrom(...accountNames),
    language: fc.constantFrom(
      "en" as const,
      "en" as const,
      "en" as const,
      "zh-Hant" as const,
      "zh-Hans" as const,
      "ko" as const
    ),
    posted: fc
      .oneof(fc.constantFrom(0, 30 * day, 30 * day + 1), fc.nat(30 * day), fc.nat(40 * day))
      .map((age) => end - age)
  }),
  { minLength: 3, maxLength: 12 }
)

const query = fc.record({
  language: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("en" as const, "zh" as const) },
    fc.constantFrom(...filters)
  ),
  hours: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(1, 24, 168) }, fc.integer({ min: 1, max: 168 })),
  size: fc.constantFrom(1, 2, 100)
})
type Query = typeof query extends fc.Arbitrary<infer A> ? A : never

const scenario = query.chain((query) =>
  fc.record({
    told: toldAccounts(end, 40 * day, query.hours * hour),
    posts,
    query: fc.constant(query),
    middle: fc.constantFrom(1, hour, day, 3 * day)
  })
)

/** The language of most posts of 30 days; of as many, the one written last. */
const languageOf = (posts: ReadonlyArray<Post>, at: number): Spoken | undefined => {
  const recent = posts.filter(({ posted }) => posted >= at - 30 * day)
  const languages = [...new Set(recent.map(({ language }) => language))].map((language) => {
    const own = recent.filter((post) => post.language === language)
    return { language, count: own.length, last: Math.max(...own.map(({ posted }) => posted)) }
  })
  const [most] = ordered(
    languages,
    ({ count }) => -count,
    ({ last }) => -last,
    ({ language }) => language
  )
  return most?.language
}

const naive = (told: ReadonlyArray<ToldAccount>, posts: ReadonlyArray<Post>, at: number, query: Query) => {
  const start = at - query.hours * hour
  const rows = accountNames.flatMap((username) => {
    const language = languageOf(
      posts.filter((post) => post.username === username),
      at
    )
    const seen = seenOf(told, username)
    const last = seen.at(-1)
    const snapshots = lastOfEach(hour, seen).filter(({ followers }) => followers !== null)
    const before = (snapshots.findLast(({ observed }) => observed <= start) ?? snapshots[0])?.followers ?? null
    if (last === undefined || last.followers === null || before === null || last.followers <= before) return []
    if (language === undefined || !languageMatches(query.language, language)) return []
    const value = last.followers - before
    const growth_rate = before === 0 ? null : value / before
    return [{ username, value, growth_rate, follower_count: last.followers, language, observed: last.observed }]
  })
  return ordered(
    rows,
    ({ value }) => -value,
    ({ observed }) => -observed,
    ({ username }) => username
  )
    .slice(0, query.size)
    .map(({ observed: _observed, ...row }, index) => ({ rank: index + 1, ...row, full_name: "", profile_picture: "" }))
}

/** Puts back the gains of now, as if what is written until then kept none. */
const gainsOfNow = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [gains] = yield* sql<{ rows: string }>`SELECT coalesce(json_agg(g), '[]')::text AS rows FROM follower_gains g`
  return Effect.andThen(
    sql`DELETE FROM follower_gains`,
    sql`INSERT INTO follower_gains
      SELECT * FROM json_populate_recordset(NULL::follower_gains, ${gains?.rows ?? "[]"}::json)`
  )
})

onAnyDatabaseWith("Follower growth", { services: TestServices }, (it) => {
  it.effect(
    "is that of a naive look at all that was ever told, whenever it is asked for, thinned or not, and again after writes that kept no gains",
    () =>
      Effect.gen(function* () {
        const board = yield* FollowerGrowth
        const ingestion = yield* Ingestion
        const upkeep = yield* AuthorMaintenance
        const { recount } = yield* Rollups
        yield* forEvery(scenario, runs(40), ({ told, posts, query, middle }) =>
          Effect.gen(function* () {
            const answer = Effect.map(board.top(query), ({ data }) => data)
            const tell = Effect.fnUntraced(function* (until: number, from = 0) {
              yield* TestClock.setTime(until * 1_000)
              const lines = told.filter(({ observed_at }) => observed_at > from && observed_at <= until)
              const written = posts.flatMap((post, index) =>
                post.posted > from && post.posted <= until ? [{ ...post, code: `p${index}` }] : []
              )
              yield* ingestion.write(
                [
                  ...lines.map((line) => ({ type: "user" as const, ...line })),
                  ...written.map(({ code, username, language, posted }) => ({
                    type: "post" as const,
                    code,
                    username,
                    caption: captions[language],
                    post_timestamp: posted
                  }))
                ],
                origin
              )
              return { lines, written }
            })
            yield* forgetAll
            const early = yield* tell(end - middle)
            assert.deepStrictEqual(yield* answer, naive(early.lines, early.written, end - middle, query))
            yield* upkeep.run
            yield* TestClock.setTime(end * 1_000)
            assert.deepStrictEqual(yield* answer, naive(early.lines, early.written, end, query))
            const putBack = yield* gainsOfNow
            const late = yield* tell(end, end - middle)
            yield* upkeep.run
            const all = [...early.lines, ...late.lines]
            const expected = naive(all, [...early.written, ...late.written], end, query)
            assert.deepStrictEqual(yield* answer, expected)
            yield* putBack
            while (!(yield* recount));
            assert.deepStrictEqual(yield* answer, expected)
          })
        )
      }),
    120_000
  )

  it.effect("has no removed author, not even in an answer that callers share", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(end * 1_000)
      yield* forgetAll
      const names = ["Ann", "Bob"]
      const see = (observed_at: number, follower_count: number) =>
        names.map((username) => ({ type: "user" as const, username, observed_at, follower_count }))
      yield* (yield* Ingestion).write([...see(end - 2 * day, 10), ...see(end - 5, 20)], origin)
      yield* writePosts(
        ...names.map((username) => ({ code: username, username, caption: captions.en, post_timestamp: end - 9 }))
      )
      const { followerGrowth } = yield* SharedBoards
      const board = Effect.map(followerGrowth({ language: "en" }), ({ data }) => data.map(({ username }) => username))
      assert.deepStrictEqual(yield* board, names)
      yield* (yield* AuthorRemoval).remove([{ authorId: "Ann", at: new Date(end * 1_000) }], origin)
      assert.deepStrictEqual(yield* board, ["Bob"])
    })
  )

  it.effect("finds the few of a language behind thousands of others that gained more", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(end * 1_000)
      yield* forgetAll
      const others = Array.from({ length: 2_300 }, (_, index) => `en${index}`)
      const few = ["ko1", "ko2", "ko3"]
      const users = (observed_at: number, count: (index: number) => number) =>
        [...others, ...few].map((username, index) => ({
          type: "user" as const,
          username,
          observed_at,
          follower_count: count(index)
        }))
      const ingestion = yield* Ingestion
      yield* ingestion.write(
        users(end - 2 * day, () => 10),
        origin
      )
      yield* ingestion.write(
        users(end - 5, (index) => 2_313 - index),
        origin
      )
      yield* writePosts(
        { code: "en", username: "en0", caption: captions.en, post_timestamp: end - 9 },
        ...few.map((username) => ({ code: username, username, caption: captions.ko, post_timestamp: end - 9 }))
      )
      const { data } = yield* (yield* FollowerGrowth).top({ language: "ko" })
      assert.deepStrictEqual(
        data.map(({ rank, username, value, growth_rate }) => [rank, username, value, growth_rate]),
        [
          [1, "ko1", 3, 0.3],
          [2, "ko2", 2, 0.2],
          [3, "ko3", 1, 0.1]
        ]
      )
    })
  )
})
