/** Days of posts are made when posts come and dropped when the last is past retention, whoever else is there. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, type Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { type DatabaseLayer, onAnyDatabase, onPostgres } from "../../../../../test/support/Databases.ts"
import { dayMillis } from "../../../src/runtime/Time.ts"
import { PostPartitions } from "../../../src/store/posts/PostPartitions.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { codesIn, dropDays, partitions, tablesOfPosts } from "../../support/PostTables.ts"
import { origin, writePosts } from "../../support/Posts.ts"
import { TestServices } from "../../support/TestServices.ts"

// The test clock wakes whatever waits on its way from 1970: every minute of 56 years would be too many.
const secondsOf = (time: string): number => Date.parse(time) / 1000
const at = (time: string) => TestClock.setTime(Date.parse(time))
const day = dayMillis / 1000

const drop = (time: string) => Effect.flatMap(PostPartitions, (days) => days.drop(new Date(time)))
const remove = (...codes: ReadonlyArray<string>) =>
  Effect.flatMap(Ingestion, (ingestion) =>
    ingestion.write(
      codes.map((code) => ({ type: "delete", code })),
      origin
    )
  )

type Test = (
  name: string,
  body: Effect.Effect<void, unknown, Layer.Success<typeof TestServices> | Layer.Success<DatabaseLayer>>
) => void

/** Each on a database without days, with services that remember none. */
const tests = (database: DatabaseLayer, declare: (test: Test) => void) => {
  layer(database, { timeout: "60 seconds" })((it) => {
    declare((name, body) => {
      it.effect(name, () => Effect.andThen(dropDays, Effect.provide(body, TestServices)))
    })
  })
}

onAnyDatabase("Days of posts", (_name, database) => {
  tests(database, (test) => {
    test(
      "take posts of any age; those past retention stand in one table together",
      Effect.gen(function* () {
        yield* at("1970-05-01T12:00:00Z")
        yield* writePosts(
          { code: "now", post_timestamp: secondsOf("1970-05-01T12:00:00Z") },
          { code: "future", post_timestamp: secondsOf("1971-01-01T00:00:00Z") },
          { code: "first-kept", post_timestamp: secondsOf("1970-01-29T00:00:00Z") },
          { code: "last-old", post_timestamp: secondsOf("1970-01-28T23:59:59.999Z") },
          { code: "epoch", post_timestamp: 0 }
        )
        assert.deepStrictEqual(yield* tablesOfPosts, {
          now: "posts_19700501",
          future: "posts_19700501",
          "first-kept": "posts_19700129",
          "last-old": "posts_old",
          epoch: "posts_old"
        })
        assert.deepStrictEqual(yield* partitions("posts"), ["posts_19700129", "posts_19700501"])
        assert.deepStrictEqual(yield* partitions("post_metrics"), ["post_metrics_19700129", "post_metrics_19700501"])
        assert.deepStrictEqual((yield* codesIn).metrics, ["epoch", "first-kept", "last-old"])
        assert.deepStrictEqual(yield* drop("1970-05-01T12:00:00Z"), [])
        assert.deepStrictEqual(yield* codesIn, {
          posts: ["first-kept", "future", "now"],
          metrics: ["first-kept"],
          replies: [],
          codes: ["first-kept", "future", "now"]
        })
      })
    )

    test(
      "go 92 whole days later with all that is known of their posts, and nothing else does",
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* at("1970-01-28T12:00:00Z")
        const noon = secondsOf("1970-01-28T12:00:00Z")
        yield* writePosts(
          { code: "root", username: "ann", post_timestamp: noon - 7_200 },
          { code: "reply", username: "bob", post_timestamp: noon - 3_600, reply_to: "root" },
          { code: "deleted", post_timestamp: noon - 3_600 }
        )
        yield* remove("deleted")
        // More than are forgotten at once.
        yield* writePosts(
          ...Array.from({ length: 2_100 }, (_, index) => ({
            code: `many${index}`,
            post_timestamp: noon - (index % 60)
          }))
        )
        yield* at("1970-01-29T00:00:00Z")
        yield* writePosts(
          { code: "last", post_timestamp: secondsOf("1970-01-28T23:59:59.999Z") },
          { code: "kept", username: "cleo", post_timestamp: secondsOf("1970-01-29T00:00:00Z"), reply_to: "root" },
          { code: "kept-too", username: "dov", post_timestamp: secondsOf("1970-01-29T00:00:00Z"), reply_to: "kept" }
        )
        assert.deepStrictEqual(yield* drop("1970-04-30T23:59:59.999Z"), [])
        assert.lengthOf((yield* codesIn).posts, 2_105)
        assert.deepStrictEqual(yield* drop("1970-05-01T00:00:00Z"), ["posts_19700128"])
        assert.deepStrictEqual(yield* codesIn, {
          posts: ["kept", "kept-too"],
          metrics: [],
          replies: ["kept", "kept-too"],
          codes: ["kept", "kept-too"]
        })
        // What was answered is gone; that it was answered is not.
        assert.deepStrictEqual(
          (yield* sql<{ replyToAuthorId: string }>`SELECT reply_to_author_id FROM replies ORDER BY code`).map(
            ({ replyToAuthorId }) => replyToAuthorId
          ),
          ["ann", "cleo"]
        )
        assert.deepStrictEqual(yield* partitions("posts"), ["posts_19700129"])
        assert.deepStrictEqual(yield* partitions("post_metrics"), ["post_metrics_19700129"])
        assert.deepStrictEqual(yield* drop("1970-05-01T00:00:00Z"), [])
        // Told again it is a post like any other that comes too late.
        yield* at("1970-05-01T00:00:00Z")
        assert.deepStrictEqual(yield* writePosts({ code: "root", post_timestamp: noon }), ["accepted"])
        assert.strictEqual((yield* tablesOfPosts)["root"], "posts_old")
      })
    )

    test(
      "deletions are remembered for 92 days, whenever the post was written",
      Effect.gen(function* () {
        const deletedAt = Date.parse("1970-02-01T06:00:00Z")
        yield* TestClock.setTime(deletedAt)
        yield* writePosts({ code: "seen", post_timestamp: secondsOf("1970-02-01T05:00:00Z") })
        yield* remove("seen", "never-seen")
        yield* writePosts({ code: "seen", post_timestamp: secondsOf("1970-02-01T05:00:00Z") })
        const days = yield* PostPartitions
        yield* days.drop(new Date(deletedAt + 92 * dayMillis))
        assert.deepStrictEqual((yield* codesIn).codes, ["never-seen", "seen"])
        yield* days.drop(new Date(deletedAt + 92 * dayMillis + 1))
        assert.deepStrictEqual((yield* codesIn).codes, [])
      })
    )

    test(
      "that were past retention are not, once the clock was set back: their posts are moved, not forgotten",
      Effect.gen(function* () {
        yield* at("1970-05-01T12:00:00Z")
        const posted = secondsOf("1970-01-20T12:00:00Z")
        yield* writePosts(
          { code: "early", post_timestamp: posted, like_count: 1, observed_at: posted + 600 },
          { code: "elsewhere", post_timestamp: posted + day },
          { code: "ancient", post_timestamp: posted - 19 * day }
        )
        assert.strictEqual((yield* tablesOfPosts)["early"], "posts_old")
        yield* at("1970-04-10T12:00:00Z")
        yield* drop("1970-04-10T12:00:00Z")
        assert.deepStrictEqual((yield* codesIn).codes, ["early", "elsewhere"])
        yield* writePosts(
          { code: "next", post_timestamp: posted + 60 },
          { code: "early", post_timestamp: posted, like_count: 2 }
        )
        assert.deepStrictEqual(yield* tablesOfPosts, {
          early: "posts_19700120",
          elsewhere: "posts_old",
          next: "posts_19700120"
        })
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`SELECT like_count FROM posts WHERE code = 'early'`, [{ likeCount: 2 }])
        assert.deepStrictEqual(
          yield* sql`SELECT DISTINCT tableoid::regclass::text AS name FROM post_metrics WHERE code = 'early'`,
          [{ name: "post_metrics_19700120" }]
        )
      })
    )

    test(
      "somebody died while dropping are dropped by the next one",
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* at("1970-01-28T12:00:00Z")
        const post_timestamp = secondsOf("1970-01-28T01:00:00Z")
        yield* writePosts(...["a", "deleted-meanwhile"].map((code) => ({ code, post_timestamp, reply_to: "a" })))
        yield* sql`ALTER TABLE posts DETACH PARTITION posts_19700128`
        yield* at("1970-05-01T00:00:00Z")
        yield* remove("deleted-meanwhile")
        assert.deepStrictEqual(yield* drop("1970-05-01T00:00:00Z"), ["posts_19700128"])
        assert.deepStrictEqual(yield* codesIn, { posts: [], metrics: [], replies: [], codes: ["deleted-meanwhile"] })
        assert.deepStrictEqual(yield* sql`SELECT relname FROM pg_class WHERE relname ~ '_19700128'`, [])
      })
    )
  })
})

/** PGlite has one connection and so nobody else. */
onPostgres("Days of posts, with others there, on PostgreSQL", ({ layer: postgres }) => {
  tests(postgres, (test) => {
    test(
      "are made once by several who come together",
      Effect.gen(function* () {
        yield* at("1970-05-01T12:00:00Z")
        const now = secondsOf("1970-05-01T12:00:00Z")
        const write = (writer: number) =>
          writePosts(
            ...Array.from({ length: 20 }, (_, index) => ({
              code: `${writer}-${index}`,
              post_timestamp: now - ((index * 7 + writer) % 20) * day
            }))
          )
        yield* Effect.forEach([1, 2, 3, 4, 5, 6], write, { concurrency: "unbounded" })
        assert.lengthOf(yield* partitions("posts"), 20)
        assert.lengthOf(yield* partitions("post_metrics"), 20)
        const tables = yield* tablesOfPosts
        assert.lengthOf(Object.keys(tables), 120)
        assert.notInclude(Object.values(tables), "posts_old")
      })
    )

    test(
      "wait for no backup: posts stand with the old ones meanwhile, and are moved with the next post a minute later, or by upkeep",
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* at("1970-05-01T12:00:00Z")
        const now = secondsOf("1970-05-01T12:00:00Z")
        const reading = yield* Deferred.make<void>()
        const enough = yield* Deferred.make<void>()
        const backup = yield* sql
          .withTransaction(
            Effect.andThen(
              sql`LOCK TABLE posts, post_metrics IN ACCESS SHARE MODE`,
              Effect.andThen(Deferred.succeed(reading, undefined), Deferred.await(enough))
            )
          )
          .pipe(Effect.forkChild)
        yield* Deferred.await(reading)
        yield* writePosts({ code: "first", post_timestamp: now })
        yield* writePosts({ code: "second", post_timestamp: now })
        yield* writePosts(
          { code: "history", post_timestamp: now - 40 * day },
          { code: "ancient", post_timestamp: now - 100 * day }
        )
        assert.deepStrictEqual(yield* tablesOfPosts, {
          ancient: "posts_old",
          first: "posts_old",
          history: "posts_old",
          second: "posts_old"
        })
        const days = yield* PostPartitions
        assert.isFalse(yield* days.emptyDefault(new Date(now * 1_000)))
        yield* Deferred.succeed(enough, undefined)
        yield* Fiber.join(backup)
        yield* TestClock.adjust("1 minute")
        yield* writePosts({ code: "third", post_timestamp: now })
        const moved = { first: "posts_19700501", second: "posts_19700501", third: "posts_19700501" }
        assert.deepStrictEqual(yield* tablesOfPosts, { ...moved, history: "posts_old", ancient: "posts_old" })
        assert.isTrue(yield* days.emptyDefault(new Date(now * 1_000)))
        assert.deepStrictEqual(yield* tablesOfPosts, { ...moved, history: "posts_19700322", ancient: "posts_old" })
        assert.include(yield* partitions("post_metrics"), "post_metrics_19700322")
      })
    )

    test(
      "that somebody reads stay whole, and go the next time",
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* at("1970-01-28T12:00:00Z")
        yield* writePosts({ code: "a", post_timestamp: secondsOf("1970-01-28T01:00:00Z") })
        const reading = yield* Deferred.make<void>()
        const enough = yield* Deferred.make<void>()
        const reader = yield* sql
          .withTransaction(
            Effect.andThen(
              sql`SELECT count(*) FROM posts`,
              Effect.andThen(Deferred.succeed(reading, undefined), Deferred.await(enough))
            )
          )
          .pipe(Effect.forkChild)
        yield* Deferred.await(reading)
        const before = yield* codesIn
        assert.deepStrictEqual(yield* drop("1970-05-01T00:00:00Z"), [])
        assert.deepStrictEqual(yield* codesIn, before)
        yield* Deferred.succeed(enough, undefined)
        yield* Fiber.join(reader)
        assert.deepStrictEqual(yield* drop("1970-05-01T00:00:00Z"), ["posts_19700128"])
        assert.deepStrictEqual(yield* codesIn, { posts: [], metrics: [], replies: [], codes: [] })
      })
    )

    test(
      "are dropped while their posts are told again and again, and nobody waits in a circle",
      Effect.gen(function* () {
        yield* at("1970-01-28T12:00:00Z")
        const told = Array.from({ length: 1_500 }, (_, index) => ({
          code: `p${index}`,
          post_timestamp: secondsOf("1970-01-28T01:00:00Z"),
          reply_to: `p${(index * 7) % 1_500}`
        }))
        yield* writePosts(...told)
        yield* at("1970-05-01T00:00:00Z")
        const some = (by: number) => told.filter((_, index) => index % 5 === by)
        yield* Effect.all(
          [
            drop("1970-05-01T00:00:00Z"),
            ...[0, 1, 2].map((by) => Effect.repeat(writePosts(...some(by).toReversed()), { times: 4 })),
            Effect.repeat(remove(...some(3).map(({ code }) => code)), { times: 4 })
          ],
          { concurrency: "unbounded" }
        )
        yield* drop("1970-05-01T00:00:00Z")
        const { codes, ...others } = yield* codesIn
        assert.deepStrictEqual(others, { posts: [], metrics: [], replies: [] })
        assert.deepStrictEqual(
          codes,
          some(3)
            .map(({ code }) => code)
            .toSorted()
        )
      })
    )
  })
})
