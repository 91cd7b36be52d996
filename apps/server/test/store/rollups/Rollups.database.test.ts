/** The counts that are kept while posts are written answer as the posts themselves would, whatever happens in between. */
import { assert, layer } from "@effect/vitest"
import { encode, encodeKeyword, languageMatches, matchesKeyword } from "@heddle/text"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabase, onPostgres } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { Ladders } from "../../../src/queries/statistics/Ladders.ts"
import { PowerHours } from "../../../src/queries/statistics/PowerHours.ts"
import { KeywordTrend } from "../../../src/queries/trends/KeywordTrend.ts"
import { Rollups } from "../../../src/store/rollups/Rollups.ts"
import { TermShares } from "../../../src/store/terms/TermShares.ts"
import { writePosts } from "../../support/Posts.ts"
import { forEvery, inTurn } from "../../support/Property.ts"
import { captions, storedPosts } from "../../support/RandomPosts.ts"
import { forgetAll } from "../../support/StoredState.ts"
import {
  performOperation,
  someCode,
  type StoreOperation,
  storeOperation,
  type WrittenPost
} from "../../support/StoreOperations.ts"
import { TestServices } from "../../support/TestServices.ts"

const day = 86_400
/** Seconds; a bit after 05:00 UTC. */
const start = 100 * day + 5 * 3_600 + 17
const keywords = ["咖啡", "咖", "coffee", "wombat", "coffee wombat", "커피", "店的咖啡"]
const languages = inTurn(["zh", "zh-Hant", "en", "ko"] as const)

const count = fc.oneof(
  { weight: 8, arbitrary: fc.nat(3) },
  { weight: 1, arbitrary: fc.constantFrom(1_000_000, Number.MAX_SAFE_INTEGER) }
)

const written = fc.record({
  code: someCode,
  caption: fc
    .tuple(fc.constantFrom(...Object.values(captions)), fc.subarray(["wombat", "coffee"]))
    .map((parts) => parts.flat().join(" ")),
  age: fc.oneof(fc.nat(5 * day), fc.nat(4_000), fc.constantFrom(0, 30 * day, 30 * day - 1, 29 * day + 17, 31 * day)),
  like_count: count,
  reply_count: count,
  repost_count: count,
  reshare_count: count
})

const perform = Effect.fnUntraced(function* (operation: StoreOperation<WrittenPost>) {
  const { add, recount, choose } = yield* Rollups
  const { refresh } = yield* TermShares
  return yield* performOperation(operation, (what): Effect.Effect<unknown> =>
    what === "add" ? add : what === "recount" ? recount : Effect.andThen(refresh, choose)
  )
})

const capped = (values: ReadonlyArray<number>): number =>
  Number(
    values.reduce((sum, value) => {
      const next = sum + BigInt(value)
      return next > BigInt(Number.MAX_SAFE_INTEGER) ? BigInt(Number.MAX_SAFE_INTEGER) : next
    }, 0n)
  )

const assertAnswers = Effect.gen(function* () {
  const posts = yield* storedPosts
  const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
  const today = Math.floor(now / 86_400_000)
  const trend = yield* KeywordTrend
  const ladders = yield* Ladders
  const powerHours = yield* PowerHours
  for (const language of languages()) {
    const ours = posts.filter((post) => languageMatches(language, post.language))
    const window = ours.filter(({ postedAt }) => postedAt.getTime() >= now - 30 * 86_400_000)
    const likes = window.map(({ likeCount }) => likeCount).toSorted((one, other) => one - other)
    const { data } = yield* ladders.likes({ language })
    assert.strictEqual(data.population, likes.length)
    for (const { percentile, at_least } of data.rungs) {
      const rank = Math.ceil((likes.length * Math.round(percentile * 10)) / 1_000)
      assert.strictEqual(at_least, likes[rank - 1] ?? null, `${language} ${percentile}`)
    }
    for (const utc_offset of [0, -90, 330, 7]) {
      const { data } = yield* powerHours.count({ language, days: 40, utc_offset })
      const counted = ours.filter(({ postedAt }) => Math.floor(postedAt.getTime() / 86_400_000) > today - 40)
      assert.strictEqual(data.post_count, counted.length)
      for (const { weekday, hour, post_count } of data.cells) {
        const there = counted.filter(({ postedAt }) => {
          const local = new Date(postedAt.getTime() + utc_offset * 60_000)
          return (local.getUTCDay() + 6) % 7 === weekday - 1 && local.getUTCHours() === hour
        })
        assert.strictEqual(post_count, there.length)
      }
    }
    const { data: trends } = yield* Effect.flatten(
      trend.prepare({ keywords, language, days: 40, include_engagement: true })
    )
    for (const { keyword, days } of trends) {
      const encoded = encodeKeyword(keyword)
      const matching = ours.filter((post) => encoded !== undefined && matchesKeyword(post.tokenText, encoded))
      for (const [index, found] of days.entries()) {
        const there = matching.filter(
          ({ postedAt }) => Math.floor(postedAt.getTime() / 86_400_000) === today - 39 + index
        )
        assert.deepStrictEqual(found, {
          date: found.date,
          post_count: there.length,
          like_count: capped(there.map(({ likeCount }) => likeCount)),
          reply_count: capped(there.map(({ replyCount }) => replyCount)),
          repost_count: capped(there.map(({ repostCount }) => repostCount)),
          reshare_count: capped(there.map(({ reshareCount }) => reshareCount))
        })
      }
    }
  }
})

const untilCounted = Effect.gen(function* () {
  const { add, recount } = yield* Rollups
  yield* add
  while (!(yield* recount));
})

const keptTerms = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ term: string; countedFrom: number }>`SELECT term, counted_from FROM tracked_terms ORDER BY term`
)

/** Spread, because a sample takes few posts of the same minutes. */
const manyPosts = Array.from({ length: 24 }, (_, at) => ({
  code: `many${at}`,
  post_timestamp: start - at * 10_000,
  caption: at % 2 === 0 ? captions.en : captions["zh-Hans"],
  like_count: at % 3
}))

/** Nothing but these posts, of which all terms are chosen. */
const withTerms = Effect.gen(function* () {
  yield* forgetAll
  yield* TestClock.setTime(start * 1_000)
  yield* writePosts(...manyPosts)
  yield* (yield* TermShares).refresh
  yield* (yield* Rollups).choose
})

onAnyDatabase("Rollups", (_name, database) => {
  layer(Rollups.layerFrom(1, 2).pipe(Layer.provideMerge(TestServices), Layer.provideMerge(database), Layer.orDie), {
    timeout: "120 seconds"
  })((it) => {
    it.effect(
      "answer as the posts would, after any changes, additions, recounts, choices and foreign writes",
      () =>
        forEvery(
          fc.array(storeOperation(written), { minLength: 1, maxLength: 14, size: "max" }),
          runs(20),
          Effect.fnUntraced(function* (operations) {
            yield* forgetAll
            yield* TestClock.setTime(start * 1_000)
            yield* writePosts(...manyPosts)
            for (const operation of operations) yield* perform(operation)
            yield* assertAnswers
            yield* untilCounted
            yield* assertAnswers
          })
        ),
      runs(120_000)
    )

    it.effect("are read instead of the posts once these are counted", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* withTerms
        yield* untilCounted
        assert.isTrue(
          (yield* keptTerms).some(({ term, countedFrom }) => term === encode("coffee") && countedFrom === 0)
        )
        yield* sql.withTransaction(
          Effect.gen(function* () {
            // By hand, and without having the posts counted again.
            yield* sql`UPDATE posts SET like_count = 777`
            yield* sql`DELETE FROM posts WHERE code > 'many15'`
          })
        )
        const { data } = yield* (yield* Ladders).likes({ language: "en" })
        assert.strictEqual(data.population, 12)
        assert.strictEqual(data.rungs.at(-1)?.at_least, 2)
        assert.strictEqual((yield* (yield* PowerHours).count({ language: "en" })).data.post_count, 12)
        const trend = yield* Effect.flatten((yield* KeywordTrend).prepare({ keywords: ["coffee"], language: "en" }))
        assert.strictEqual(
          trend.data[0]?.days.reduce((sum, { post_count }) => sum + post_count, 0),
          12
        )
      })
    )

    it.effect("are counted again after a process of another release has written", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* withTerms
        yield* untilCounted
        yield* sql`UPDATE posts SET like_count = 777`
        yield* sql`UPDATE rollup_progress SET kept_version = kept_version + 1`
        yield* writePosts(...manyPosts.slice(0, 1).map((post) => ({ ...post, code: "next" })))
        yield* assertAnswers
        yield* untilCounted
        yield* assertAnswers
      })
    )

    it.effect("answer as the posts would while several write, add and count at once", () =>
      Effect.gen(function* () {
        const rollups = yield* Rollups
        const sql = yield* SqlClient.SqlClient
        yield* forgetAll
        yield* TestClock.setTime(start * 1_000)
        yield* writePosts(...manyPosts)
        yield* (yield* TermShares).refresh
        const writer = (seed: number) =>
          Effect.forEach(
            Array.from({ length: 15 }, (_, at) => at),
            (at) =>
              writePosts(
                ...manyPosts.map((post, index) => ({
                  ...post,
                  code: `w${(index * (seed + 3) + at) % 40}`,
                  like_count: (index + seed + at) % 5,
                  reply_count: at,
                  observed_at: start
                }))
              ),
            { discard: true }
          )
        const stranger = Effect.forEach([1, 2, 3], (likes) =>
          Effect.retry(
            sql.withTransaction(
              Effect.andThen(
                sql`UPDATE posts SET like_count = ${likes} WHERE code LIKE 'many%'`,
                sql`SELECT reset_rollups()`
              )
            ),
            { times: 20 }
          )
        )
        const keeper = Effect.forEach(
          Array.from({ length: 15 }, (_, at) => at),
          (at) => Effect.andThen(at % 5 === 0 ? rollups.choose : rollups.add, rollups.recount),
          { discard: true }
        )
        yield* Effect.all([writer(1), writer(2), writer(3), keeper, stranger], { concurrency: "unbounded" })
        yield* assertAnswers
        yield* untilCounted
        yield* assertAnswers
      })
    )

    it.effect("end with the retention of posts", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* withTerms
        yield* untilCounted
        yield* TestClock.adjust("100 days")
        yield* (yield* Rollups).choose
        assert.deepStrictEqual(yield* sql`SELECT count(*) AS rows FROM like_counts`, [{ rows: 0 }])
        assert.deepStrictEqual(yield* sql`SELECT count(*) AS rows FROM term_counts`, [{ rows: 0 }])
      })
    )
  })
})

onPostgres("Rollups of several processes", ({ layer: database }) => {
  layer(Rollups.layerFrom(1, 2).pipe(Layer.provideMerge(TestServices), Layer.provideMerge(database), Layer.orDie), {
    timeout: "120 seconds"
  })((it) => {
    it.effect("a term is counted only when no writer is under way that does not know it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* TestClock.setTime(start * 1_000)
        yield* writePosts(...manyPosts)
        yield* (yield* TermShares).refresh
        const [wrote, mayCommit] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const writing = yield* sql
          .withTransaction(
            Effect.gen(function* () {
              yield* writePosts(...manyPosts.map((post) => ({ ...post, code: `late ${post.code}` })))
              yield* Deferred.succeed(wrote, undefined)
              yield* Deferred.await(mayCommit)
            })
          )
          .pipe(Effect.forkScoped)
        yield* Deferred.await(wrote)
        const choosing = yield* Effect.forkScoped(Effect.andThen((yield* Rollups).choose, untilCounted))
        const isBlocked = Effect.map(sql`SELECT 1 FROM pg_locks WHERE NOT granted`, (rows) => rows.length > 0)
        while (!(yield* isBlocked) && choosing.pollUnsafe() === undefined) yield* Effect.yieldNow
        yield* Deferred.succeed(mayCommit, undefined)
        yield* Fiber.joinAll([writing, choosing])
        assert.isAbove((yield* keptTerms).length, 0)
        yield* assertAnswers
      })
    )
  })
})
