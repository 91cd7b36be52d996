/** Test events: a few a minute for each account, and little of the response is kept. */
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { customerServer } from "../../support/CustomerServer.ts"
import { testServicesWith } from "../../support/TestServices.ts"
import { call, customer, ServedApi } from "../../support/ServedApi.ts"

onAnyDatabaseWith(
  "Test events",
  { services: ServedApi.layerNoDeps.pipe(Layer.provideMerge(testServicesWith({ HEDDLE_WEBHOOK_TEST_LIMIT: "3" }))) },
  (it) => {
    it.effect("the fourth within 60 seconds is a 429 that says when, for this account only", () =>
      Effect.gen(function* () {
        const server = yield* customerServer((response) => response.end("台".repeat(5_000)))
        const accounts = yield* Effect.forEach(["one", "other"], () =>
          Effect.gen(function* () {
            const { id, key } = yield* customer({ plan: "standard" })
            const { json } = yield* call("/webhook/endpoints", { method: "POST", key, json: { url: server.url } })
            const test = call(`/webhook/endpoints/${Object(json["data"]).id}/test`, { method: "POST", key })
            return { id, test }
          })
        )
        const [one, other] = accounts
        if (one === undefined || other === undefined) return assert.fail("no accounts")
        for (const seconds of [10, 10, 10]) {
          assert.strictEqual((yield* one.test).status, 200)
          yield* TestClock.adjust(`${seconds} seconds`)
        }
        const refused = yield* one.test
        assert.deepStrictEqual([refused.status, refused.headers.get("retry-after")], [429, "31"])
        assert.strictEqual(refused.json["detail"], "More than 3 test events in 60 seconds. Try again in 31 s.")
        assert.strictEqual((yield* other.test).status, 200)
        yield* TestClock.adjust("31 seconds")
        assert.strictEqual((yield* one.test).status, 200)
        assert.strictEqual((yield* one.test).status, 429)
        assert.lengthOf(server.requests, 5)
        const sql = yield* SqlClient.SqlClient
        const attempts = yield* sql<{ response: string }>`
          SELECT response FROM webhook_attempts WHERE account_id = ${one.id}`
        assert.lengthOf(attempts, 4)
        for (const { response } of attempts) assert.strictEqual(response, "台".repeat(341))
      })
    )
  }
)
