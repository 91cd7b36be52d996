/** The kept gains of followers, put right by passes over all authors. The board's own test compares them with a model. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith, onPostgres } from "../../../../../test/support/Databases.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { Rollups } from "../../../src/store/rollups/Rollups.ts"
import { origin } from "../../support/Posts.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const hour = 3_600
const start = 100 * 24 * hour + 17

/** Of three authors, one gained nothing. */
const observeTwice = Effect.fnUntraced(function* (count: number) {
  yield* forgetAll
  yield* TestClock.setTime(start * 1_000)
  const ingestion = yield* Ingestion
  const see = (observed_at: number, followers: (at: number) => number) =>
    ingestion.write(
      Array.from({ length: count }, (_, at) => ({
        type: "user" as const,
        username: `a${at}`,
        observed_at,
        follower_count: followers(at)
      })),
      origin
    )
  yield* see(start - 2 * hour, () => 10)
  yield* see(start - 1, (at) => 10 + (at % 3))
})

const kept = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT * FROM follower_gains ORDER BY author_id`)

const pass = Effect.gen(function* () {
  const { recount } = yield* Rollups
  while (!(yield* recount));
})

/** Missing rows, wrong ones, one of an author who gained nothing, and some of authors that are no longer stored. */
const spoil = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM follower_gains WHERE author_id LIKE '%7'`
  yield* sql`UPDATE follower_gains SET gain_24 = gain_24 + 5 WHERE author_id LIKE '%8'`
  yield* sql`
    INSERT INTO follower_gains
    SELECT n.author_id, g.observed_at, g.count, g.gain_1, g.gain_24, g.gain_168, g.snapshot_times, g.snapshot_counts
    FROM follower_gains g, unnest(ARRAY['a0', 'a100gone', 'zgone']) AS n (author_id) WHERE g.author_id = 'a1'`
})

onAnyDatabaseWith("Gains of followers", { services: TestServices }, (it) => {
  it.effect("are right again after a pass, which begins an hour after the last one", () =>
    Effect.gen(function* () {
      yield* observeTwice(1_234)
      const right = yield* kept
      assert.strictEqual(right.length, 822)
      yield* spoil
      yield* pass
      assert.deepStrictEqual(yield* kept, right)
      yield* spoil
      yield* TestClock.adjust("59 minutes")
      yield* pass
      assert.notDeepEqual(yield* kept, right)
      yield* TestClock.adjust("1 minute")
      yield* pass
      assert.deepStrictEqual(yield* kept, right)
    })
  )

  it.effect("are forgotten when they are on no board any more", () =>
    Effect.gen(function* () {
      yield* observeTwice(3)
      yield* TestClock.adjust("7 days")
      yield* pass
      assert.strictEqual((yield* kept).length, 2)
      yield* TestClock.adjust("1 hour")
      yield* pass
      assert.deepStrictEqual(yield* kept, [])
    })
  )
})

onPostgres("A pass over authors", ({ layer: database }) => {
  layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "120 seconds" })((it) => {
    it.effect("waits for no writer of one", () =>
      Effect.gen(function* () {
        yield* observeTwice(3)
        const right = yield* kept
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM follower_gains`
        const [locked, counted] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const writer = yield* Effect.forkChild(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`SELECT FROM authors WHERE author_id = 'a1' FOR UPDATE`
              yield* Deferred.succeed(locked, undefined)
              yield* Deferred.await(counted)
            })
          )
        )
        yield* Deferred.await(locked)
        yield* pass
        assert.deepStrictEqual(yield* kept, right.slice(1))
        yield* Deferred.succeed(counted, undefined)
        yield* Fiber.join(writer)
      })
    )
  })
})
