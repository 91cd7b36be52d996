/** What the payment provider did not hear when an account was closed, it hears later: a crash there costs nobody money. */
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { BillingNoProvider } from "../../src/billing/Billing.ts"
import { fakeDefaults, FakePayments, fakePayments } from "../../src/billing/providers/FakePayments.ts"
import { PaymentProvider, PaymentUnavailable } from "../../src/billing/providers/PaymentProvider.ts"
import { Purchases } from "../../src/billing/purchases/Purchases.ts"
import { Closure } from "../../src/closure/Closure.ts"
import { buy, reconcile } from "../support/Billing.ts"
import { newAccountId } from "../support/NewAccount.ts"
import { TestServices } from "../support/TestServices.ts"

let isDown = false

/** Hears of no renewal while it is down. */
const Unreliable = Layer.effect(
  PaymentProvider,
  Effect.map(PaymentProvider, (provider) => ({
    ...provider,
    setRenewal: (...change: Parameters<typeof provider.setRenewal>) =>
      isDown ? Effect.fail(new PaymentUnavailable({ detail: "down" })) : provider.setRenewal(...change)
  }))
).pipe(Layer.provideMerge(fakePayments(fakeDefaults)))

const Services = Layer.fresh(Closure.layer).pipe(
  Layer.provideMerge(Layer.fresh(BillingNoProvider)),
  Layer.provideMerge(Unreliable),
  Layer.provideMerge(TestServices)
)

onAnyDatabaseWith("The payment provider of a closed account", { services: Services }, (it) => {
  it.effect("renews nothing, although it could not be told at first", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const accountId = yield* newAccountId
      yield* buy(accountId, "standard")
      const told = Effect.map(
        sql<{ providerPlan: string | null; endedAt: Date | null }>`
            SELECT provider_plan, ended_at FROM subscriptions WHERE account_id = ${accountId}`,
        ([row]) => [row?.providerPlan, row?.endedAt !== null]
      )
      isDown = true
      yield* (yield* Closure).close(accountId, "holder@example.com")
      assert.deepStrictEqual(yield* told, ["standard", true])
      isDown = false
      yield* reconcile
      assert.deepStrictEqual(yield* told, [null, true])
      yield* TestClock.adjust("70 days")
      yield* (yield* FakePayments).tick
      yield* reconcile
      const purchases = yield* (yield* Purchases).list(accountId)
      assert.deepStrictEqual(
        purchases.map(({ kind, state }) => [kind, state]),
        [["plan", "paid"]]
      )
    })
  )

  it.effect("gives back what it renewed before it was told", () =>
    Effect.gen(function* () {
      const accountId = yield* newAccountId
      yield* buy(accountId, "standard")
      isDown = true
      yield* (yield* Closure).close(accountId, "late@example.com")
      yield* TestClock.adjust("33 days")
      yield* (yield* FakePayments).tick
      isDown = false
      yield* reconcile
      const purchases = yield* (yield* Purchases).list(accountId)
      for (const { kind, state } of purchases) if (kind === "renewal") assert.strictEqual(state, "refunded")
      const sql = yield* SqlClient.SqlClient
      const grants = yield* sql`SELECT 1 FROM credit_grants WHERE account_id = ${accountId}`
      assert.strictEqual(grants.length, 1)
    })
  )
})
