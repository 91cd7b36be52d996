/** `GET /balance`, and what the typed client reads; `HistoryExport` and `HistoryPages` test the history. */
import { assert } from "@effect/vitest"
import { HeddleClient } from "@heddle/api"
import { Effect, Layer, Redacted, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { admit } from "../../support/ledger/LedgerCalls.ts"
import { call, customer, ServedApi } from "../../support/ServedApi.ts"

const clientFor = (key: string) =>
  Effect.gen(function* () {
    const { baseUrl } = yield* ServedApi
    return yield* Effect.provide(
      HeddleClient,
      HeddleClient.layer({ baseUrl, apiKey: Redacted.make(key) }).pipe(Layer.provide(FetchHttpClient.layer))
    )
  })

onAnyDatabaseWith("Balance and history", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("the balance shows what can be spent, what is held, the plan and the grants, soonest expiry first", () =>
    Effect.gen(function* () {
      const { id, key } = yield* customer({ plan: "standard", credits: 300 })
      yield* (yield* Grants).give(id, { credits: 200 })
      yield* admit(id, 50)
      const client = yield* clientFor(key)
      const { data, credits_consumed } = yield* client.account.balance()
      assert.strictEqual(credits_consumed, 0)
      assert.strictEqual(data.remaining_credits, 450)
      assert.strictEqual(data.held_credits, 50)
      assert.deepStrictEqual(data.plan, { name: "standard", renews_at: null, webhooks: true })
      assert.deepStrictEqual(
        data.grants.map(({ kind, remaining }) => ({ kind, remaining })),
        [
          { kind: "plan", remaining: 250 },
          { kind: "operator", remaining: 200 }
        ]
      )
      const [first, second] = data.grants.map(({ expires_at }) => expires_at)
      assert.isTrue(first !== undefined && second !== undefined && first <= second)
    })
  )

  it.effect("an account without anything has a balance of nothing", () =>
    Effect.gen(function* () {
      const { key } = yield* customer()
      const { json } = yield* call("/balance", { key })
      assert.deepStrictEqual(json, {
        data: { remaining_credits: 0, held_credits: 0, runs_out_at: null, plan: null, grants: [] },
        notices: [],
        credits_consumed: 0
      })
    })
  )

  it.effect("the typed client reads what the server writes", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "standard", credits: 60 })
      const client = yield* clientFor(key)
      yield* client.posts.searchPosts({ headers: {}, query: { keywords: ["a", "b"], limit: 5 } })
      const { data } = yield* client.account.balanceHistory({ query: { page: 1, api_type: "keywords" } })
      assert.deepStrictEqual(
        data.map(({ parameters }) => parameters),
        [{ keywords: ["a", "b"], limit: 5 }]
      )
      const file = yield* client.account.exportHistory({ query: { format: "ndjson", api_type: "keywords" } })
      const [line] = yield* file.pipe(Stream.decodeText, Stream.splitLines, Stream.runCollect)
      assert.deepInclude(JSON.parse(line ?? ""), { api_type: "keywords", source: "tests", cost: 0 })
      const refused = yield* Effect.flip(
        client.posts.searchPosts({ headers: {}, query: { keywords: ["a"], limit: 61 } })
      )
      assert.strictEqual(refused._tag, "InsufficientCredits")
      const endpoints = yield* client.webhooks.listEndpoints()
      assert.deepStrictEqual(endpoints.data, [])
    })
  )
})
