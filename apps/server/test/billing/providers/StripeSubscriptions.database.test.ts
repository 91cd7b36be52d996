/** Months, plans and money that goes back, as Stripe does them: on the stand-in, with months that pass quickly. */
import { assert } from "@effect/vitest"
import type { AccountId } from "@heddle/api"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { faultless } from "../../support/stripe/StripeStandIn.ts"
import { BillingNoProvider } from "../../../src/billing/Billing.ts"
import { Purchases } from "../../../src/billing/purchases/Purchases.ts"
import { Subscriptions } from "../../../src/billing/purchases/Subscriptions.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { buy, Foundations, reconcile } from "../../support/Billing.ts"
import { ProviderSide, StandIn, stripeSide } from "../../support/ProviderSide.ts"
import { newAccountId } from "../../support/NewAccount.ts"

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
  const account = yield* newAccountId
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

onAnyDatabaseWith("Subscriptions at Stripe", { services: Services }, (it) => {
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
