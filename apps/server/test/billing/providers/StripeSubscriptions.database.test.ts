/** Months, plans and money that goes back, as Stripe does them: on the stand-in, with months that pass quickly. */
import { assert, layer } from "@effect/vitest"
import type { AccountId } from "@heddle/api"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { faultless } from "../../support/stripe/StripeStandIn.ts"
import { BillingNoProvider } from "../../../src/billing/Billing.ts"
import { Purchases } from "../../../src/billing/purchases/Purchases.ts"
import { Subscriptions } from "../../../src/billing/purchases/Subscriptions.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { buy, Foundations, newAccount, pay, reconcile } from "../../support/Billing.ts"
import { spend } from "../../support/ledger/LedgerCalls.ts"
import { ProviderSide, StandIn, stripeSide } from "../../support/ProviderSide.ts"

const Services = BillingNoProvider.pipe(
  Layer.provideMerge(Foundations),
  Layer.provideMerge(stripeSide({ ...faultless, attempts: 2 }))
)

const at = (iso: string) => TestClock.setTime(new Date(iso).getTime())

/** What Stripe did by now, and its events; without reconciliation. */
const arrive = Effect.gen(function* () {
  const purchases = yield* Purchases
  const events = yield* (yield* ProviderSide).tick
  yield* Effect.forEach(events, (event) => purchases.receive(event), { discard: true })
})

const begin = Effect.fnUntraced(function* (plan: Parameters<typeof buy>[1]) {
  yield* at("1970-01-10T00:00:00.000Z")
  const standIn = yield* StandIn
  standIn.options = { ...faultless }
  const account = yield* newAccount
  const { id, paymentRef } = yield* buy(account, plan)
  yield* arrive
  const subscription = [...standIn.world.subscriptions.values()].findLast(
    ({ metadata }) => metadata["purchase_id"] === id
  )
  if (subscription === undefined) return yield* Effect.die(new Error("no subscription"))
  return { account, id, paymentRef: paymentRef ?? "", standIn, subscription }
})

const planOf = (account: AccountId) => Effect.flatMap(Subscriptions, ({ state }) => state(account))
const available = (account: AccountId) => Effect.flatMap(Ledger, (ledger) => ledger.available(account))

onAnyDatabase("Subscriptions at Stripe", (_name, database) => {
  layer(Services.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })((it) => {
    it.effect("a lower plan costs less from the next month on, and nothing changes before", () =>
      Effect.gen(function* () {
        const { account, subscription } = yield* begin("plus")
        yield* (yield* Purchases).subscribe(account, "lite")
        assert.deepInclude(subscription, { product: "heddle_lite", amount: 3_000, months: 1 })
        assert.strictEqual((yield* planOf(account)).current?.plan, "plus")
        yield* at("1970-02-10T00:00:00.000Z")
        yield* arrive
        assert.strictEqual((yield* planOf(account)).current?.plan, "lite")
        assert.strictEqual(yield* available(account), 15_000)
        const [renewal] = yield* (yield* Purchases).list(account)
        assert.deepInclude(renewal, { kind: "renewal", state: "paid", priceCents: 3_000, credits: 15_000 })
      })
    )

    it.effect("a cancelled plan is not charged again, and one that was resumed is", () =>
      Effect.gen(function* () {
        const subscriptions = yield* Subscriptions
        const { account, subscription } = yield* begin("standard")
        yield* subscriptions.cancel(account)
        assert.isTrue(subscription.cancelAtPeriodEnd)
        yield* subscriptions.resume(account)
        assert.deepInclude(subscription, { cancelAtPeriodEnd: false, product: "heddle_standard" })
        yield* at("1970-02-10T00:00:00.000Z")
        yield* arrive
        assert.strictEqual(subscription.months, 2)
        yield* subscriptions.cancel(account)
        yield* at("1970-03-10T00:00:00.000Z")
        yield* arrive
        assert.deepInclude(subscription, { status: "canceled", months: 2 })
        assert.isNull((yield* planOf(account)).current)
      })
    )

    it.effect("a higher plan begins a subscription of its own and ends the one before", () =>
      Effect.gen(function* () {
        const { account, subscription } = yield* begin("lite")
        yield* buy(account, "plus")
        yield* reconcile
        assert.isTrue(subscription.cancelAtPeriodEnd)
        yield* at("1970-02-10T00:00:00.000Z")
        yield* arrive
        assert.deepInclude(subscription, { status: "canceled", months: 1 })
        assert.strictEqual((yield* planOf(account)).current?.plan, "plus")
      })
    )

    it.effect("a month that the bank declines gives no credits; paid later, it is a whole month", () =>
      Effect.gen(function* () {
        const { account, standIn, subscription } = yield* begin("standard")
        standIn.options = { ...faultless, declined: 1 }
        yield* at("1970-02-10T00:00:00.000Z")
        yield* arrive
        assert.strictEqual(subscription.status, "past_due")
        assert.isNull((yield* planOf(account)).current)
        assert.strictEqual(yield* available(account), 0)
        standIn.options = faultless
        yield* at("1970-02-13T00:00:00.000Z")
        yield* arrive
        const { current } = yield* planOf(account)
        assert.deepStrictEqual(current?.endsAt, new Date("1970-03-13T00:00:00.000Z"))
        assert.strictEqual(yield* available(account), 100_000)
      })
    )

    it.effect("a plan that is cancelled while its month is unpaid is not collected any more", () =>
      Effect.gen(function* () {
        const { account, standIn, subscription } = yield* begin("standard")
        standIn.options = { ...faultless, declined: 1 }
        yield* at("1970-02-10T00:00:00.000Z")
        yield* arrive
        yield* (yield* Subscriptions).cancel(account)
        standIn.options = faultless
        assert.strictEqual(subscription.status, "canceled")
        yield* at("1970-02-20T00:00:00.000Z")
        yield* arrive
        yield* reconcile
        assert.strictEqual(yield* available(account), 0)
        assert.lengthOf(yield* (yield* ProviderSide).paid(account), 1)
      })
    )

    it.effect("a subscription that Stripe ended cannot be resumed, and the plan does not claim to renew", () =>
      Effect.gen(function* () {
        const { account, standIn, subscription } = yield* begin("standard")
        const subscriptions = yield* Subscriptions
        yield* subscriptions.cancel(account)
        standIn.world.cancel(subscription)
        yield* arrive
        assert.deepInclude(yield* subscriptions.resume(account), { nextPlan: null, renewsByItself: false })
        assert.strictEqual((yield* planOf(account)).current?.plan, "standard")
        yield* at("1970-02-10T00:00:00.000Z")
        yield* buy(account, "lite")
        assert.strictEqual((yield* planOf(account)).nextPlan, "lite")
      })
    )

    it.effect(
      "a subscription that Stripe's staff ended is known to be over when its month is, though no event came",
      () =>
        Effect.gen(function* () {
          const { account, standIn, subscription } = yield* begin("standard")
          standIn.world.cancel(subscription)
          standIn.options = { ...faultless, lost: 1 }
          yield* at("1970-02-09T00:00:00.000Z")
          yield* reconcile
          assert.deepInclude(yield* planOf(account), { nextPlan: "standard" })
          yield* at("1970-02-10T00:01:00.000Z")
          yield* reconcile
          assert.deepInclude(yield* planOf(account), { current: null, nextPlan: null, renewsByItself: false })
        })
    )

    it.effect("a dispute or a refund at Stripe takes back what is not spent, and no more", () =>
      Effect.gen(function* () {
        const purchases = yield* Purchases
        const sql = yield* SqlClient.SqlClient
        const side = yield* ProviderSide
        for (const kind of ["dispute", "refund"] as const) {
          const { account, id, paymentRef } = yield* begin("standard")
          const topUp = yield* purchases.topUp(account, 20_000)
          yield* pay(account, topUp.id)
          yield* spend(account, 700)
          if (kind === "dispute") yield* side.dispute(paymentRef)
          else yield* side.refund(paymentRef, 10_000)
          yield* arrive
          const [credits, plan] = yield* purchases.list(account)
          assert.deepInclude(plan, { id, state: kind === "dispute" ? "disputed" : "refunded", shortfall: 700 })
          assert.deepInclude(credits, { id: topUp.id, state: "paid" })
          assert.strictEqual(yield* available(account), 20_000)
          const spent = yield* sql`SELECT cost FROM usage_entries WHERE account_id = ${account}`
          assert.deepStrictEqual(spent, [{ cost: 700 }])
          if (kind === "dispute") yield* side.dispute(topUp.checkoutRef ?? "")
          else yield* side.refund(topUp.checkoutRef ?? "", 2_000)
          yield* arrive
          assert.strictEqual(yield* available(account), 0)
        }
        assert.deepStrictEqual(yield* checkLedger, [])
      })
    )

    it.effect("an inquiry, a dispute that was won and a partial refund take no credits", () =>
      Effect.gen(function* () {
        const { account, standIn, paymentRef } = yield* begin("standard")
        const { world } = standIn
        const charge = world.invoices.get(paymentRef)?.intent?.replace("pi_", "ch_") ?? ""
        world.dispute(charge, "warning_needs_response")
        world.dispute(charge, "won")
        world.refund(charge, 2_500)
        yield* arrive
        assert.strictEqual(yield* available(account), 100_000)
        const [plan] = yield* (yield* Purchases).list(account)
        assert.deepInclude(plan, { state: "paid", refundedCents: 2_500 })
      })
    )

    it.effect("what is refunded here goes back at Stripe in full, after a partial refund too", () =>
      Effect.gen(function* () {
        const { account, id, standIn, paymentRef, subscription } = yield* begin("standard")
        const charge = standIn.world.invoices.get(paymentRef)?.intent?.replace("pi_", "ch_") ?? ""
        standIn.world.refund(charge, 2_500)
        const refunded = yield* (yield* Purchases).refund(id)
        assert.deepInclude(refunded, { state: "refunded", refundedCents: 10_000 })
        yield* reconcile
        assert.isTrue(subscription.cancelAtPeriodEnd)
        assert.isNull((yield* planOf(account)).current)
      })
    )
  })
})
