/** What is done about stored posts from time to time. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith, onPostgres } from "../../../../../test/support/Databases.ts"
import { dayMillis } from "../../../src/runtime/Time.ts"
import { PostMaintenance } from "../../../src/store/retention/PostMaintenance.ts"
import type { Change } from "../../../src/store/Change.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { codesIn, partitions } from "../../support/PostTables.ts"
import { origin, writePosts } from "../../support/Posts.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const startMillis = 100 * dayMillis
const start = startMillis / 1_000

const upkeep = Effect.flatMap(PostMaintenance, ({ run }) => run)
const remove = (code: string): Change => ({ type: "delete", code })
const post = (code: string, username: string, reply_to: string | null, post_timestamp: number): Change => ({
  type: "post",
  code,
  caption: "this is a post",
  username,
  post_timestamp,
  reply_to
})
const write = (...changes: ReadonlyArray<Change>) =>
  Effect.flatMap(Ingestion, (ingestion) => ingestion.write(changes, origin))

const answered = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    code: string
    replyToAuthorId: string | null
  }>`SELECT code, reply_to_author_id FROM replies ORDER BY code`
  return Object.fromEntries(rows.map(({ code, replyToAuthorId }) => [code, replyToAuthorId]))
})

onAnyDatabaseWith("Upkeep", { services: TestServices }, (it) => {
  it.effect("keeps what changed for 4 days, for the rounds", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* forgetAll
      yield* TestClock.setTime(startMillis)
      yield* writePosts({ code: "early", post_timestamp: start })
      yield* TestClock.setTime(startMillis + 1)
      yield* writePosts({ code: "later", post_timestamp: start })
      const changed = sql<{ code: string }>`SELECT unnest(codes) AS code FROM post_changes ORDER BY 1`
      yield* TestClock.setTime(startMillis + 4 * dayMillis)
      yield* upkeep
      assert.deepStrictEqual(yield* changed, [{ code: "early" }, { code: "later" }])
      yield* TestClock.setTime(startMillis + 4 * dayMillis + 1)
      yield* upkeep
      assert.deepStrictEqual(yield* changed, [{ code: "later" }])
      assert.deepStrictEqual((yield* codesIn).posts, ["early", "later"])
    })
  )

  it.effect("makes today and tomorrow before their first posts come, and drops what is past retention", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(startMillis + 5 * dayMillis)
      yield* writePosts({ code: "today", post_timestamp: start + 5 * 86_400 })
      yield* TestClock.setTime(startMillis + 98 * dayMillis)
      assert.deepStrictEqual(yield* upkeep, ["posts_19700411", "posts_19700415", "posts_19700416"])
      assert.deepStrictEqual(yield* partitions("posts"), ["posts_19700718", "posts_19700719"])
      assert.deepStrictEqual(yield* partitions("post_metrics"), ["post_metrics_19700718", "post_metrics_19700719"])
      assert.deepStrictEqual((yield* codesIn).codes, [])
    })
  )
})

/** PGlite has one connection and so nothing at the same time. */
onPostgres("Upkeep after two who wrote at the same moment, on PostgreSQL", ({ layer: postgres }) => {
  layer(TestServices.pipe(Layer.provideMerge(postgres)), { timeout: "60 seconds" })((it) => {
    /** Writes the second while the first is written but not yet committed. */
    const atOnce = Effect.fnUntraced(function* (first: ReadonlyArray<Change>, second: ReadonlyArray<Change>) {
      const sql = yield* SqlClient.SqlClient
      const written = yield* Deferred.make<void>()
      const other = yield* Deferred.make<void>()
      const fiber = yield* sql
        .withTransaction(
          write(...first).pipe(
            Effect.andThen(Deferred.succeed(written, undefined)),
            Effect.andThen(Deferred.await(other))
          )
        )
        .pipe(Effect.forkChild)
      yield* Deferred.await(written)
      yield* write(...second)
      yield* Deferred.succeed(other, undefined)
      yield* Fiber.join(fiber)
    })

    it.effect("links a reply to the author of its parent, also if the reply was posted long before", () =>
      Effect.gen(function* () {
        yield* forgetAll
        yield* TestClock.setTime(startMillis)
        const long = start - 60 * 86_400
        // So that the days and the authors are there, and nobody waits for who makes them.
        yield* writePosts(
          { code: "here", username: "ann", post_timestamp: start },
          { code: "there", username: "bob", post_timestamp: long },
          { code: "too", username: "cleo", post_timestamp: start }
        )
        yield* atOnce([post("r1", "ann", "p1", long), post("r2", "ann", "p2", start)], [post("p1", "bob", null, long)])
        yield* atOnce(
          [post("p2", "cleo", null, start)],
          [post("r3", "bob", "p2", long), post("r4", "bob", "none", long)]
        )
        assert.deepStrictEqual(yield* answered, { r1: null, r2: "cleo", r3: null, r4: null })
        yield* upkeep
        assert.deepStrictEqual(yield* answered, { r1: "bob", r2: "cleo", r3: "cleo", r4: null })
      })
    )

    it.effect("unlinks replies to deleted posts", () =>
      Effect.gen(function* () {
        yield* forgetAll
        yield* TestClock.setTime(startMillis)
        yield* write(post("p1", "bob", null, start), post("p2", "cleo", null, start), post("r0", "ann", "p2", start))
        yield* atOnce([remove("p1")], [post("r1", "ann", "p1", start)])
        yield* atOnce([post("r2", "ann", "p2", start)], [remove("p2")])
        assert.deepStrictEqual(yield* answered, { r0: null, r1: "bob", r2: "cleo" })
        yield* upkeep
        assert.deepStrictEqual(yield* answered, { r0: null, r1: null, r2: null })
      })
    )
  })
})
