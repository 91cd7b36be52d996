import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onEveryDatabase } from "../../../../../test/support/Databases.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { queryHoldMillis } from "../../../src/runtime/CallTimings.ts"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { EventId, newId } from "../../../src/runtime/Ids.ts"

const usage = { keyId: null, requestId: null, source: "test", apiType: "keywords", parameters: { keywords: ["a"] } }

/** An account with this many credits; the ledger's equation is proved when the test ends. */
const accountWith = Effect.fnUntraced(function* (credits: number) {
  const { id } = yield* (yield* Accounts).create(`${yield* newId("acct")}@example.com`)
  yield* (yield* Grants).give(id, { plan: "standard", credits })
  return id
})

const proved = Effect.fnUntraced(function* <A, E, R>(body: Effect.Effect<A, E, R>) {
  yield* body
  assert.deepStrictEqual(yield* checkLedger, [])
})

onEveryDatabase("Ledger", (_name, database) => {
  const Live = Layer.mergeAll(Ledger.layer, Grants.layer, Accounts.layer).pipe(Layer.provideMerge(database))

  layer(Live, { timeout: "60 seconds" })((it) => {
    it.effect("a hold reserves credits; settling it charges the cost and returns the rest", () =>
      proved(
        Effect.gen(function* () {
          const ledger = yield* Ledger
          const account = yield* accountWith(100)
          const { holdId } = yield* ledger.hold(account, 60)
          assert.strictEqual(yield* ledger.available(account), 40)
          assert.deepStrictEqual(yield* ledger.settle(account, { holdId, cost: 25, usage }), { remaining: 75 })
          const again = yield* Effect.flip(ledger.settle(account, { holdId, cost: 25, usage }))
          assert.strictEqual(again._tag, "HoldExpired")
          assert.strictEqual(yield* ledger.available(account), 75)
        })
      )
    )

    it.effect("of 32 concurrent holds of 100 on a balance of 1,000, exactly 10 succeed", () =>
      proved(
        Effect.gen(function* () {
          const ledger = yield* Ledger
          const account = yield* accountWith(1_000)
          const results = yield* Effect.all(
            Array.from({ length: 32 }, () => Effect.result(ledger.hold(account, 100))),
            { concurrency: "unbounded" }
          )
          assert.strictEqual(results.filter(({ _tag }) => _tag === "Success").length, 10)
          assert.strictEqual(yield* ledger.available(account), 0)
        })
      )
    )

    it.effect("an expired query hold stops counting at its deadline without any job", () =>
      proved(
        Effect.gen(function* () {
          const ledger = yield* Ledger
          const account = yield* accountWith(100)
          const { holdId } = yield* ledger.hold(account, 100)
          yield* TestClock.adjust(queryHoldMillis - 1)
          assert.strictEqual(yield* ledger.available(account), 0)
          yield* TestClock.adjust(1)
          assert.strictEqual(yield* ledger.available(account), 100)
          assert.deepStrictEqual(
            (yield* ledger.grants(account)).map(({ available }) => available),
            [100]
          )
          yield* ledger.hold(account, 80)
          const late = yield* Effect.flip(ledger.settle(account, { holdId, cost: 100, usage }))
          assert.strictEqual(late._tag, "HoldExpired")
          assert.strictEqual(yield* ledger.available(account), 20)
        })
      )
    )

    it.effect("credits end in the millisecond their grant expires; an earlier hold still settles", () =>
      proved(
        Effect.gen(function* () {
          const ledger = yield* Ledger
          const sql = yield* SqlClient.SqlClient
          const account = yield* accountWith(100)
          const [grant] = yield* sql<{
            expiresAt: Date
          }>`SELECT expires_at FROM credit_grants WHERE account_id = ${account}`
          yield* TestClock.setTime((grant?.expiresAt.getTime() ?? 0) - 1)
          const { holdId } = yield* ledger.hold(account, 30)
          yield* TestClock.adjust(1)
          assert.strictEqual(yield* ledger.available(account), 0)
          assert.deepStrictEqual(yield* ledger.settle(account, { holdId, cost: 30, usage }), { remaining: 0 })
        })
      )
    )

    it.effect("webhook holds are made as far as the balance goes and have no deadline", () =>
      proved(
        Effect.gen(function* () {
          const ledger = yield* Ledger
          const sql = yield* SqlClient.SqlClient
          const account = yield* accountWith(50)
          const events = ["evt_1", "evt_2", "evt_3"].map((id) => EventId.make(id))
          const made = yield* sql.withTransaction(
            ledger.holdEach(
              events.map((holdId) => ({ accountId: account, holdId })),
              20
            )
          )
          assert.deepStrictEqual([...made], events.slice(0, 2))
          yield* TestClock.adjust("10 days")
          assert.strictEqual(yield* ledger.available(account), 10)
          yield* sql.withTransaction(
            ledger.settleEach([{ accountId: account, holdId: EventId.make("evt_1"), cost: 20, usage }])
          )
          yield* sql.withTransaction(ledger.releaseEach(events.map((holdId) => ({ accountId: account, holdId }))))
          assert.strictEqual(yield* ledger.available(account), 30)
        })
      )
    )

    it.effect("usage entries cannot be changed, not even by the service itself", () =>
      proved(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const account = yield* accountWith(50)
          yield* (yield* Ledger).record(account, usage)
          for (const attempt of [
            sql`UPDATE usage_entries SET cost = 0`,
            sql`DELETE FROM usage_entries`,
            sql`TRUNCATE usage_entries`
          ]) {
            const error = yield* Effect.flip(attempt)
            assert.include(String(error.reason.cause), "append-only")
          }
        })
      )
    )
  })
})
