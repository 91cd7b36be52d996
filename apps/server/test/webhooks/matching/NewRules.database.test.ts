/** A rule that is created while a round runs (decisions, "Webhooks": the next round checks its whole window). */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onPostgres } from "../../../../../test/support/Databases.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { Round } from "../../../src/webhooks/matching/Round.ts"
import { TestServices } from "../../support/TestServices.ts"
import { accountWithEndpoint, webhookScenario, writePosts } from "../../support/Webhooks.ts"

const runRound = Effect.flatMap(Round, ({ run }) => run)

/** Until a statement of another session waits for a lock. */
const untilBlocked = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (let rows: ReadonlyArray<unknown> = []; rows.length === 0;) {
    rows = yield* sql`
      SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE d.datname = current_database() AND NOT l.granted`
  }
})

onPostgres("A new rule", (postgres) => {
  layer(TestServices.pipe(Layer.provideMerge(postgres.layer)), { timeout: "60 seconds" })((it) => {
    it.effect(
      ...webhookScenario(
        "that is committed while a round reads the rules meets the posts of its window",
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const endpoints = yield* Endpoints
          const { id, endpoint } = yield* accountWithEndpoint(1_000)
          yield* endpoints.createRule(id, endpoint.id, { keyword: "咖啡", likeCount: 10 })
          yield* TestClock.setTime(10 * 3_600_000)
          yield* writePosts([{ code: "a", post_timestamp: 9 * 3_600 }])
          // Until no round reads the post because it has changed.
          for (let rounds = 0; rounds < 4; rounds += 1) assert.strictEqual((yield* runRound).events, 0)

          const isCreated = yield* Deferred.make<void>()
          const creation = yield* Effect.forkChild(
            sql.withTransaction(
              Effect.gen(function* () {
                yield* sql`LOCK TABLE webhook_rules IN ACCESS EXCLUSIVE MODE`
                yield* endpoints.createRule(id, endpoint.id, { keyword: "台積電", likeCount: 10 })
                yield* Deferred.succeed(isCreated, undefined)
                yield* untilBlocked
              })
            )
          )
          yield* Deferred.await(isCreated)
          const during = yield* runRound
          yield* Fiber.join(creation)
          const after = yield* runRound
          assert.strictEqual(during.events + after.events, 1)
        })
      )
    )
  })
})
