/** The daily credit cap of endpoints: what it cuts, and what it leaves to others. */
import { assert } from "@effect/vitest"
import type { AccountId, Endpoint } from "@heddle/api"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { Round } from "../../../src/webhooks/matching/Round.ts"
import { TestServices } from "../../support/TestServices.ts"
import { forgetPostsAndWebhooks, sendAll, writePosts } from "../../support/Webhooks.ts"
import { newAccountId } from "../../support/NewAccount.ts"

const hour = 3_600_000
const day = 24 * hour
/** Midnight of some day. */
const midnight = 100 * day
const price = 20

const newAccount = Effect.fnUntraced(function* (credits: number) {
  yield* forgetPostsAndWebhooks
  const id = yield* newAccountId
  yield* (yield* Grants).give(id, { plan: "standard", credits })
  return id
})

/** An endpoint with this cap and one rule, which matches every post for 24 hours. */
const newEndpoint = Effect.fnUntraced(function* (id: AccountId, name: string, dailyCreditCap: number | null) {
  const endpoints = yield* Endpoints
  const endpoint = yield* endpoints.create(id, `https://example.com/${name}`, { dailyCreditCap })
  yield* endpoints.createRule(id, endpoint.id, { keyword: "台積電", likeCount: 10 })
  return endpoint
})

const runRound = Effect.flatMap(Round, ({ run }) => run)

/** Posts of these codes, the first one the oldest, all of the last minute. */
const post = Effect.fnUntraced(function* (...codes: ReadonlyArray<string>) {
  const seconds = (yield* Clock.currentTimeMillis) / 1_000
  yield* writePosts(codes.map((code, index) => ({ code, post_timestamp: seconds - codes.length + index })))
})

/** The posts of an endpoint's events in order of creation, with those that were cancelled. */
const postsOf = Effect.fnUntraced(function* ({ id }: Endpoint) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ postCode: string }>`
    SELECT post_code FROM webhook_events WHERE endpoint_id = ${id} ORDER BY sequence`
  return rows.map(({ postCode }) => postCode)
})

const recheckAt = Effect.fnUntraced(function* (id: AccountId) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ recheckAt: Date | null }>`
    SELECT recheck_at FROM webhook_rounds WHERE account_id = ${id}`
  return row?.recheckAt?.getTime() ?? null
})

onAnyDatabaseWith("The daily cap", { services: TestServices }, (it) => {
  it.effect(
    "cuts one endpoint and no other; after midnight it sends what is still within the window, oldest first",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(midnight + 12 * hour)
        const id = yield* newAccount(10_000)
        const capped = yield* newEndpoint(id, "capped", 3 * price)
        const free = yield* newEndpoint(id, "free", null)
        yield* post("a", "b", "c", "d", "e")
        assert.strictEqual((yield* runRound).events, 8)
        assert.deepStrictEqual(yield* postsOf(capped), ["a", "b", "c"])
        assert.strictEqual(yield* recheckAt(id), midnight + day)
        assert.strictEqual(yield* (yield* Ledger).available(id), 10_000 - 8 * price)

        yield* TestClock.setTime(midnight + day - 1_000)
        yield* post("f")
        assert.strictEqual((yield* runRound).events, 1)
        assert.deepStrictEqual(yield* postsOf(free), ["a", "b", "c", "d", "e", "f"])

        yield* TestClock.setTime(midnight + day)
        assert.strictEqual((yield* runRound).events, 3)
        assert.deepStrictEqual(yield* postsOf(capped), ["a", "b", "c", "d", "e", "f"])
        assert.isNull(yield* recheckAt(id))
        assert.strictEqual((yield* sendAll(200)).length, 12)
      })
  )

  it.effect("holds nothing for what it cuts, so that other endpoints spend the credits", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(midnight)
      const id = yield* newAccount(3 * price)
      const capped = yield* newEndpoint(id, "capped", 39)
      const free = yield* newEndpoint(id, "free", null)
      yield* post("a", "b", "c")
      assert.deepInclude(yield* runRound, { events: 3, outOfCredits: [id] })
      assert.deepStrictEqual([yield* postsOf(capped), yield* postsOf(free)], [["a"], ["a", "b"]])
      yield* (yield* Grants).give(id, { credits: 100 * price })
      yield* runRound
      assert.deepStrictEqual([yield* postsOf(capped), yield* postsOf(free)], [["a"], ["a", "b", "c"]])
      assert.strictEqual(yield* recheckAt(id), midnight + day)
    })
  )

  it.effect("that is raised sends at the next check what it had cut", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(midnight + 12 * hour)
      const id = yield* newAccount(10_000)
      const capped = yield* newEndpoint(id, "raised", 2 * price)
      yield* post("a", "b", "c", "d")
      yield* runRound
      assert.deepStrictEqual(yield* postsOf(capped), ["a", "b"])
      for (const dailyCreditCap of [3 * price, null]) {
        yield* (yield* Endpoints).update(id, capped.id, { ...capped, dailyCreditCap })
        yield* runRound
        assert.deepStrictEqual(yield* postsOf(capped), ["a", "b", "c", ...(dailyCreditCap === null ? ["d"] : [])])
      }
    })
  )
})
