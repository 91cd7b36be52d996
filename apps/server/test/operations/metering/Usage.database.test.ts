/** `GET /balance` and `GET /balance/history`: fields, paging, filters and order. */
import { assert } from "@effect/vitest"
import { type AccountId, HeddleClient } from "@heddle/api"
import { Effect, Layer, Redacted, Schema, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { SqlClient } from "effect/sql"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { admit } from "../../support/ledger/LedgerCalls.ts"
import { call, customer, ServedApi } from "../../support/ServedApi.ts"

const Page = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      time: Schema.Int,
      cost: Schema.Int,
      source: Schema.String,
      parameters: Schema.Record(Schema.String, Schema.Unknown),
      api_type: Schema.String,
      request_id: Schema.NullOr(Schema.String)
    })
  ),
  page: Schema.Int,
  anchor: Schema.NullOr(Schema.String),
  page_size: Schema.Int,
  total: Schema.Int,
  notices: Schema.Array(Schema.String),
  credits_consumed: Schema.Int
})

const decodePage = Schema.decodeUnknownSync(Page, { onExcessProperty: "error" })
const history = (key: string, query = "") =>
  Effect.map(call(`/balance/history${query}`, { key }), ({ json }) => decodePage(json))

const clientFor = (key: string) =>
  Effect.gen(function* () {
    const { baseUrl } = yield* ServedApi
    return yield* Effect.provide(
      HeddleClient,
      HeddleClient.layer({ baseUrl, apiKey: Redacted.make(key) }).pipe(Layer.provide(FetchHttpClient.layer))
    )
  })

/** Entries one second apart, the last of them at `end`. */
const recordMany = Effect.fnUntraced(function* (accountId: AccountId, count: number, end: number) {
  const ledger = yield* Ledger
  const sql = yield* SqlClient.SqlClient
  for (let index = 0; index < count; index += 1) {
    const apiType = index % 3 === 0 ? "keywords" : "balance"
    yield* ledger.record(accountId, {
      keyId: null,
      requestId: null,
      source: index % 2 === 0 ? "even" : "odd",
      apiType,
      parameters: { index }
    })
  }
  // Times of our choosing; the table itself refuses changes.
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`ALTER TABLE usage_entries DISABLE TRIGGER usage_entries_append_only`
      yield* sql`
        UPDATE usage_entries SET time = to_timestamp(${end - count + 1} + (parameters ->> 'index')::int)
        WHERE account_id = ${accountId}`
      yield* sql`ALTER TABLE usage_entries ENABLE TRIGGER usage_entries_append_only`
    })
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
        data: { remaining_credits: 0, held_credits: 0, plan: null, grants: [] },
        notices: [],
        credits_consumed: 0
      })
    })
  )

  it.effect("pages of 50, newest first, each entry once, with the total of all", () =>
    Effect.gen(function* () {
      const { id, key } = yield* customer()
      yield* recordMany(id, 120, 1_700_000_119)
      // Reading the history makes entries itself: only what was there before is compared.
      const old = "to=1700000120"
      const pages = yield* Effect.forEach(["", "page=1&", "page=2&", "page=3&", "page=4&"], (page) =>
        history(key, `?${page}${old}`)
      )
      assert.deepStrictEqual(
        pages.map(({ data, page, page_size, total }) => [data.length, page, page_size, total]),
        [
          [50, 1, 50, 120],
          [50, 1, 50, 120],
          [50, 2, 50, 120],
          [20, 3, 50, 120],
          [0, 4, 50, 120]
        ]
      )
      assert.deepStrictEqual(pages[0]?.data, pages[1]?.data)
      const walked = pages.slice(1).flatMap(({ data }) => data)
      assert.deepStrictEqual(
        walked.map(({ parameters, time }) => [parameters["index"], time]),
        Array.from({ length: 120 }, (_, index) => [119 - index, 1_700_000_119 - index])
      )
    })
  )

  it.effect("entries of one second stay in the order of their making, newest first", () =>
    Effect.gen(function* () {
      const { id, key } = yield* customer()
      const ledger = yield* Ledger
      for (let index = 0; index < 60; index += 1) {
        yield* ledger.record(id, {
          keyId: null,
          requestId: null,
          source: "s",
          apiType: "burst",
          parameters: { index }
        })
      }
      const first = yield* history(key, "?api_type=burst")
      const second = yield* history(key, "?api_type=burst&page=2")
      assert.deepStrictEqual(
        [...first.data, ...second.data].map(({ parameters }) => parameters["index"]),
        Array.from({ length: 60 }, (_, index) => 59 - index)
      )
    })
  )

  it.effect("filters by type, source and time, alone and together; from is in, to is out", () =>
    Effect.gen(function* () {
      const { id, key } = yield* customer()
      yield* recordMany(id, 30, 1_700_000_029)
      const indexes = (query: string) =>
        Effect.map(history(key, `?to=1700000030&${query}`), ({ data, total }) => {
          assert.strictEqual(total, data.length)
          return data.map(({ parameters }) => Number(parameters["index"])).toReversed()
        })
      const upTo30 = Array.from({ length: 30 }, (_, index) => index)
      assert.deepStrictEqual(
        yield* indexes("api_type=keywords"),
        upTo30.filter((n) => n % 3 === 0)
      )
      assert.deepStrictEqual(
        yield* indexes("source=even"),
        upTo30.filter((n) => n % 2 === 0)
      )
      assert.deepStrictEqual(yield* indexes("source=even&api_type=keywords&from=1700000006"), [6, 12, 18, 24])
      assert.deepStrictEqual(yield* indexes("source=EVEN"), [])
      const between = yield* history(key, "?from=1700000010&to=1700000012")
      assert.deepStrictEqual(
        between.data.map(({ time }) => time),
        [1_700_000_011, 1_700_000_010]
      )
      assert.strictEqual((yield* history(key, "?from=1700000012&to=1700000012")).total, 0)
    })
  )

  it.effect(
    "every call that ran has an entry, free ones too; rejected calls have none; accounts see only their own",
    () =>
      Effect.gen(function* () {
        const { id, key } = yield* customer({ plan: "standard" })
        const other = yield* customer({ plan: "standard" })
        const { key: second } = yield* (yield* ApiKeys).create(id, { name: "second key" })
        yield* call("/balance", { key })
        yield* call("/post/search?keywords=nothingness", { key: second })
        yield* call("/webhook/endpoints", { key })
        yield* call("/post/search?keywords=", { key })
        yield* call("/post/search?keywords=a&cursor=x", { key })
        yield* call("/webhook/endpoints/ep_none", { key, method: "DELETE" })
        yield* call("/balance", other)
        yield* history(key)
        const { data, total } = yield* history(key)
        assert.strictEqual(total, 4)
        assert.deepStrictEqual(
          data.map(({ api_type, source, cost, parameters }) => [api_type, source, cost, parameters]),
          [
            ["balance_history", "tests", 0, {}],
            ["webhook_management", "tests", 0, { call: "list_endpoints" }],
            ["keywords", "second key", 0, { keywords: ["nothingness"] }],
            ["balance", "tests", 0, {}]
          ]
        )
        assert.isTrue(data.every(({ id }) => id.startsWith("use_")))
        assert.isTrue(data.every(({ request_id }) => request_id?.startsWith("req_")))
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
