import { assert, it } from "@effect/vitest"
import { Clock, Deferred, Duration, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onPostgres } from "../../../../../test/support/Databases.ts"
import * as PostgresClient from "../../../src/database/client/PostgresClient.ts"
import { queryClient } from "../../../src/database/client/QueryPool.ts"
import { SessionsLayer } from "../../../src/database/client/Sessions.ts"
import { DatabaseSessions } from "../../../src/runtime/DatabaseSessions.ts"

/** Keeps a connection until the scope ends, which is before its pool does. */
const occupy = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const occupied = yield* Deferred.make<void>()
  yield* Effect.forkScoped(sql.withTransaction(Effect.andThen(Deferred.succeed(occupied, undefined), Effect.never)))
  yield* Deferred.await(occupied)
})

onPostgres("The sessions of the two pools", ({ freshUrl }) => {
  const database = Layer.unwrap(
    Effect.map(freshUrl, (url) => {
      const queries = { connections: 1, timeout: Duration.seconds(30) }
      return Layer.provideMerge(SessionsLayer, PostgresClient.layer({ url, maxConnections: 2, queries }))
    })
  ).pipe(Layer.provide(Layer.succeed(Clock.Clock, Clock.Clock.defaultValue())))

  it.effect("are counted by state, and a wait without an end is told", () =>
    Effect.gen(function* () {
      yield* occupy(yield* SqlClient.SqlClient)
      yield* occupy(yield* queryClient)
      const { counts, waits } = yield* DatabaseSessions
      const found = new Map((yield* counts).map(({ pool, state, count }) => [`${pool} ${state}`, count]))
      assert.strictEqual(found.get("main idle in transaction"), 1)
      assert.strictEqual(found.get("queries idle in transaction"), 1)
      // The one that asks.
      assert.strictEqual(found.get("main active"), 1)
      assert.strictEqual(found.get("queries idle"), 0)
      const waiting = yield* Effect.forkChild(waits)
      yield* TestClock.adjust("5 seconds")
      const [, queries] = yield* Fiber.join(waiting)
      assert.deepStrictEqual(queries, { pool: "queries", seconds: 5 })
    }).pipe(Effect.scoped, Effect.provide(database))
  )
})
