/** What free calls may store: beyond it reads are summed up, and calls that must be kept have to wait. */
import type { UsageEntry } from "@heddle/api"
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { FreeStorage } from "../../../src/credits/usage/FreeStorage.ts"
import { UsageRecorder } from "../../../src/credits/usage/UsageRecorder.ts"
import { testServicesWith } from "../../support/TestServices.ts"
import { call, customer, ServedApi } from "../../support/ServedApi.ts"

/** Uses up what the account may store. */
const useUp = (id: Parameters<FreeStorage["Service"]["take"]>[0]) =>
  Effect.gen(function* () {
    const storage = yield* FreeStorage
    while ((yield* storage.take(id, 100_000)) === null);
    while ((yield* storage.take(id, 100)) === null);
  })

const entriesOf = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* (yield* UsageRecorder).flush
    return yield* sql<Pick<UsageEntry, "parameters"> & { readonly apiType: string; readonly cost: number }>`
      SELECT api_type, cost, parameters FROM usage_entries WHERE account_id = ${id} ORDER BY time, id`
  })

onAnyDatabaseWith(
  "Storage of free calls",
  { services: ServedApi.layerNoDeps.pipe(Layer.provideMerge(testServicesWith({ HEDDLE_FREE_STORAGE: "1" }))) },
  (it) => {
    it.effect("once it is used up, an entry stands for the calls of five minutes", () =>
      Effect.gen(function* () {
        const { id, key } = yield* customer({ plan: "standard", credits: 100 })
        yield* call("/balance", { key })
        assert.lengthOf(yield* entriesOf(id), 1)
        yield* useUp(id)
        for (const path of ["/balance", "/balance", "/user?usernames=nobody1", "/user?usernames=nobody2", "/balance"]) {
          const answer = yield* call(path, { key })
          assert.deepStrictEqual(
            [answer.status, answer.headers.get("x-credits-consumed"), answer.headers.get("x-credits-remaining")],
            [200, "0", "100"]
          )
        }
        assert.lengthOf(yield* entriesOf(id), 1)
        yield* TestClock.adjust("5 minutes")
        const entries = yield* entriesOf(id)
        assert.deepStrictEqual(
          entries.slice(1).map(({ apiType, cost, parameters }) => [apiType, cost, parameters]),
          [
            ["balance", 0, { calls: 3, per: "5 minutes" }],
            ["user", 0, { calls: 2, per: "5 minutes" }]
          ]
        )
        const sql = yield* SqlClient.SqlClient
        assert.lengthOf(yield* sql`SELECT 1 FROM credit_holds WHERE account_id = ${id}`, 0)
      })
    )

    it.effect("calls that must be kept are refused with when to retry, and charged calls never", () =>
      Effect.gen(function* () {
        const { id, key } = yield* customer({ plan: "standard", credits: 100 })
        const endpoint = { method: "POST", key, json: { url: "https://example.com/hooks" } }
        const headers = { "idempotency-key": "k" }
        yield* useUp(id)
        for (const refused of [
          yield* call("/webhook/endpoints", endpoint),
          yield* call("/user?usernames=nobody", { key, headers })
        ]) {
          assert.strictEqual(refused.status, 429)
          assert.isAbove(Number(refused.headers.get("retry-after")), 0)
          assert.strictEqual(refused.json["code"], "rate_limited")
        }
        const sql = yield* SqlClient.SqlClient
        assert.lengthOf(yield* sql`SELECT 1 FROM credit_holds WHERE account_id = ${id}`, 0)
        assert.strictEqual((yield* call("/stats/like-ladder", { key, headers })).status, 200)
        assert.deepStrictEqual(
          (yield* entriesOf(id)).map(({ apiType, cost }) => [apiType, cost]),
          [["like_ladder", 10]]
        )
        yield* TestClock.adjust("10 minutes")
        assert.strictEqual((yield* call("/webhook/endpoints", endpoint)).status, 201)
        assert.strictEqual(
          (yield* call("/user?usernames=nobody", { key, headers: { "idempotency-key": "k2" } })).status,
          200
        )
      })
    )
  }
)
