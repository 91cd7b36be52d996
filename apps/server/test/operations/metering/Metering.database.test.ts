/** The cost of a call, when it is rejected, and that concurrent calls never overspend the balance. */
import { assert } from "@effect/vitest"
import { Envelope, type PricedOperation } from "@heddle/api"
import { Effect, Metric, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { accountHandlers } from "../../../src/operations/handlers/AccountHandlers.ts"
import { Metering } from "../../../src/operations/metering/Metering.ts"
import { countQueries } from "../../support/QueryCount.ts"
import { call, customer, ingest, ServedApi } from "../../support/ServedApi.ts"

const History = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({ cost: Schema.Int, api_type: Schema.String, source: Schema.String, parameters: Schema.Json })
  ),
  total: Schema.Int
})
const Balance = Schema.Struct({
  data: Schema.Struct({ remaining_credits: Schema.Int, held_credits: Schema.Int })
})

const balanceOf = (key: string) =>
  Effect.map(call("/balance", { key }), ({ json }) => Schema.decodeUnknownSync(Balance)(json).data)
const chargesOf = (key: string) =>
  Effect.map(call("/balance/history?api_type=keywords", { key }), ({ json }) => Schema.decodeUnknownSync(History)(json))

const freeOfCharge: PricedOperation<object, object> = {
  kind: "priced",
  result: Envelope("Nothing.", {}),
  kept: Envelope("Nothing.", {}).kept,
  summary: "",
  description: "",
  apiType: "keywords",
  tool: null,
  requires: "nothing",
  price: { estimate: () => 0, charge: () => 0, chargeFirst: () => 0, text: "" },
  limit: null,
  parameters: () => ({})
}

const commits = Metric.counter("ledger_commits_total", {
  description: "Commits of the credit ledger",
  incremental: true
})
const tenCredits = { estimate: () => 10, charge: () => 10, chargeFirst: () => 10, text: "" }

const posts = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    type: "post",
    code: `${word}${index}`,
    caption: `a ${word} comes by`,
    username: "someone",
    post_timestamp: Math.floor(Date.now() / 1000) - index,
    language: "en"
  }))

onAnyDatabaseWith("Metering", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("32 calls of 100 credits at once on a balance of 1,000: exactly 10 run", () =>
    Effect.gen(function* () {
      yield* ingest(...posts("wombat", 120))
      const { key } = yield* customer({ plan: "standard", credits: 1_000 })
      const answers = yield* Effect.all(
        Array.from({ length: 32 }, () => call("/post/search?keywords=wombat&language=en&limit=100", { key })),
        { concurrency: "unbounded" }
      )
      const statuses = answers.map(({ status }) => status).toSorted()
      assert.deepStrictEqual(statuses, [...Array(10).fill(200), ...Array(22).fill(402)])
      for (const { status, json } of answers) {
        assert.strictEqual(json["credits_consumed"], status === 200 ? 100 : 0)
        if (status === 402) assert.strictEqual(json["estimated_cost"], 100)
      }
      assert.deepStrictEqual(yield* balanceOf(key), { remaining_credits: 0, held_credits: 0 })
      assert.deepStrictEqual(yield* checkLedger, [])
      const { data, total } = yield* chargesOf(key)
      assert.strictEqual(total, 10)
      assert.deepStrictEqual(
        data.map(({ cost, source }) => ({ cost, source })),
        Array.from({ length: 10 }, () => ({ cost: 100, source: "tests" }))
      )
    })
  )

  it.effect("a call that fails after its hold releases the credits", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "lite", credits: 50 })
      for (const query of ["keywords=a&cursor=nonsense", "keywords=%21", "keywords=a&since=5"]) {
        assert.strictEqual((yield* call(`/post/search?${query}`, { key })).status, 400)
        assert.deepStrictEqual(yield* balanceOf(key), { remaining_credits: 50, held_credits: 0 })
      }
      assert.strictEqual((yield* chargesOf(key)).total, 0)
    })
  )

  it.effect("a priced call whose estimate is 0 runs without a hold, also with a key", () =>
    Effect.gen(function* () {
      const { id, key } = yield* customer({ credits: 5 })
      const caller = { accountId: id, keyId: null, application: "tests", apiTypePrefix: "" } as const
      let ran = 0
      const { priced } = yield* Metering
      const nothing = priced(freeOfCharge, () =>
        Effect.succeed(
          Effect.sync(() => {
            ran++
            return {}
          })
        )
      )
      const answer = (idempotency: { readonly key: string; readonly fingerprint: string } | null) =>
        nothing.call({}, { caller, requestId: null, idempotency, dryRun: false, fits: null })
      const replays: Array<boolean> = []
      for (const idempotency of [null, { key: "k", fingerprint: "f" }, { key: "k", fingerprint: "f" }]) {
        const { body, replayed } = yield* answer(idempotency)
        assert.deepStrictEqual(body, { notices: [], credits_consumed: 0 })
        replays.push(replayed)
      }
      assert.deepStrictEqual(replays, [false, false, true])
      assert.strictEqual(ran, 2)
      assert.deepStrictEqual(yield* balanceOf(key), { remaining_credits: 5, held_credits: 0 })
      assert.strictEqual((yield* chargesOf(key)).total, 2)
    })
  )

  it.effect("a priced call that needs webhooks costs and holds nothing on a plan without them", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "lite", credits: 100 })
      const rule = { keyword: "wombat", likeCount: 10 }
      const { status, json } = yield* call("/webhook/rules/backtest", { method: "POST", key, json: rule })
      assert.strictEqual(status, 403)
      assert.include(json["detail"], "API Standard or a higher plan")
      assert.deepStrictEqual(yield* balanceOf(key), { remaining_credits: 100, held_credits: 0 })
      assert.deepStrictEqual(yield* checkLedger, [])
    })
  )

  it.effect("a free read costs one statement, a priced call two besides its own", () =>
    Effect.gen(function* () {
      const { id, key } = yield* customer({ plan: "lite" })
      const { keyId } = Option.getOrThrow(yield* (yield* ApiKeys).identify(key))
      const caller = { accountId: id, keyId, application: null, apiTypePrefix: "" } as const
      const once = { caller, requestId: null, idempotency: null, dryRun: false, fits: null }
      const { balance } = yield* accountHandlers
      // The first call of a minute also reads the pace of the account.
      yield* balance.call({}, once)
      const read = yield* countQueries(balance.call({}, once))
      assert.strictEqual(read.queries, 1)
      const { priced } = yield* Metering
      const empty = priced({ ...freeOfCharge, requires: "plan", price: tenCredits }, () =>
        Effect.succeed(Effect.succeed({}))
      )
      // The ledger's statements run in its own fibers, for many callers at once; each is a commit.
      const before = (yield* Metric.value(commits)).count
      const paid = yield* countQueries(empty.call({}, once))
      assert.strictEqual(paid.queries, 0)
      assert.strictEqual((yield* Metric.value(commits)).count - before, 2)
      assert.strictEqual(paid.result.remaining, read.result.remaining - 10)
      const asked = yield* countQueries(empty.call({}, { ...once, dryRun: true, fits: null }))
      assert.strictEqual(asked.queries, 1)
    })
  )

  it.effect("a key that is rotated in another process ends with the next call, priced or free", () =>
    Effect.gen(function* () {
      const { id, key } = yield* customer({ plan: "lite", credits: 100 })
      const search = "/post/search?keywords=a&limit=1"
      assert.strictEqual((yield* call("/balance", { key })).status, 200)
      assert.strictEqual((yield* call(search, { key })).status, 200)
      // As another process would: this one still remembers whose key it was.
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE api_keys SET revoked_at = created_at WHERE account_id = ${id}`
      for (const path of [search, "/balance", `${search}&dry_run=true`, "/balance?page=1", `${search}&limit=x`]) {
        assert.strictEqual((yield* call(path, { key })).status, 401, path)
      }
      assert.deepStrictEqual(yield* sql`SELECT 1 FROM credit_holds WHERE account_id = ${id}`, [])
    })
  )
})
