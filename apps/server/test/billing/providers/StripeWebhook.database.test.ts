/** Stripe as an operator sets it up: settings, the webhook on the public port, and a stand-in that answers over HTTP. */
import { assert } from "@effect/vitest"
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Stripe } from "stripe"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { serveStripe } from "../../support/stripe/OverHttp.ts"
import {
  faultless,
  signEvent,
  type SignedEvent,
  StripeStandIn,
  webhookSecret
} from "../../support/stripe/StripeStandIn.ts"
import { CustomerPortal } from "../../../src/billing/purchases/CustomerPortal.ts"
import { Purchases } from "../../../src/billing/purchases/Purchases.ts"
import { portalUser } from "../../support/PortalVisits.ts"
import { call, ServedApi } from "../../support/ServedApi.ts"
import { StandIn } from "../../support/ProviderSide.ts"
import { testServicesWith } from "../../support/TestServices.ts"
import { newAccountId } from "../../support/NewAccount.ts"

const Served = Layer.unwrap(
  Effect.gen(function* () {
    const standIn = new StripeStandIn({ ...faultless })
    // It lives by the real clock here.
    standIn.world.now = Date.now()
    const url = yield* serveStripe(standIn)
    const services = testServicesWith({
      HEDDLE_PAYMENTS: "stripe",
      HEDDLE_STRIPE_SECRET_KEY: "sk_test_stand_in",
      HEDDLE_STRIPE_WEBHOOK_SECRET: webhookSecret,
      HEDDLE_STRIPE_URL: url,
      HEDDLE_BASE_URL: "https://heddle.example.com/"
    })
    return ServedApi.layerNoDeps.pipe(
      Layer.provideMerge(services),
      Layer.provideMerge(Layer.succeedContext(Context.make(StandIn, standIn)))
    )
  })
)

const path = "/billing/stripe/webhook"
const send = ({ body, headers }: SignedEvent) => call(path, { method: "POST", body, headers })

const signed = (body: string, { secret = webhookSecret, minutesAgo = 0 } = {}) => ({
  body,
  signature: Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: Math.floor(Date.now() / 1_000) - minutesAgo * 60
  })
})

const arrivals = Effect.map(StandIn, (standIn) => standIn.tick(Date.now()))

const subscribe = Effect.fnUntraced(function* (accountId: AccountId) {
  const subscribed = yield* (yield* Purchases).subscribe(accountId, "standard")
  if (subscribed.outcome !== "checkout") return yield* Effect.die(new Error("not for sale"))
  return subscribed.purchase
})

const grantsOf = Effect.fnUntraced(function* (accountId: AccountId) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`SELECT kind, amount FROM credit_grants WHERE account_id = ${accountId}`
})

onAnyDatabaseWith("Stripe's webhook", { services: Served, realClock: true }, (it) => {
  it.effect("a plan is paid on Stripe's page and its event makes one grant, however often it arrives", () =>
    Effect.gen(function* () {
      const { world } = yield* StandIn
      const account = yield* newAccountId
      const purchase = yield* subscribe(account)
      assert.include(purchase.checkoutUrl ?? "", "https://checkout.stripe.test/cs_test_")
      assert.strictEqual(purchase.provider, "stripe_test")
      const session = world.sessions.get(purchase.checkoutRef ?? "")
      assert.deepInclude(session, {
        accountId: account,
        amount: 10_000,
        product: "heddle_standard",
        metadata: { purchase_id: purchase.id, account_id: account },
        successUrl: `https://heddle.example.com/portal/credits?purchase=${purchase.id}&checkout=done`
      })
      world.pay(purchase.checkoutRef ?? "")
      const events = yield* arrivals
      assert.lengthOf(events, 2)
      const answers = yield* Effect.forEach([...events, ...events, ...events], send, { concurrency: 6 })
      assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [200])
      assert.deepStrictEqual(yield* grantsOf(account), [{ kind: "plan", amount: 100_000 }])
    })
  )

  /** Each with the signature header that it has instead of the right one. */
  const forged: Readonly<Record<string, (event: object) => { body: string; signature?: string }>> = {
    "without a signature": (event) => ({ body: JSON.stringify(event) }),
    "with an empty signature": (event) => ({ body: JSON.stringify(event), signature: "" }),
    "with another signature": (event) => ({ body: JSON.stringify(event), signature: "t=1,v1=00" }),
    "signed with another secret": (event) => signed(JSON.stringify(event), { secret: "whsec_of_somebody_else" }),
    "signed with an empty secret": (event) => signed(JSON.stringify(event), { secret: "" }),
    "signed 6 minutes ago": (event) => signed(JSON.stringify(event), { minutesAgo: 6 }),
    "signed for another time": (event) => {
      const { body, signature } = signed(JSON.stringify(event), { minutesAgo: 6 })
      return { body, signature: signature.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1_000)}`) }
    },
    "signed for another body": (event) => ({ ...signed(JSON.stringify(event)), body: `${JSON.stringify(event)} ` }),
    "signed by another scheme": (event) => {
      const { body, signature } = signed(JSON.stringify(event))
      return { body, signature: signature.replace("v1=", "v0=") }
    },
    "with several wrong signatures": (event) => ({
      body: JSON.stringify(event),
      signature: `t=${Math.floor(Date.now() / 1_000)}${`,v1=${"0".repeat(64)}`.repeat(100)}`
    }),
    "that is no JSON": () => signed("{"),
    "that is no object": () => signed("null"),
    "that is empty": () => signed(""),
    "with no object": () => signed(JSON.stringify({ object: "event", type: "invoice.paid", data: {} })),
    "with an id that is no text": () =>
      signed(JSON.stringify({ object: "event", data: { object: { object: "invoice", id: { $gt: "" } } } }))
  }

  it.effect.each(Object.entries(forged))("an event %s changes nothing", ([, forge]) =>
    Effect.gen(function* () {
      const { world } = yield* StandIn
      const account = yield* newAccountId
      const purchase = yield* subscribe(account)
      world.pay(purchase.checkoutRef ?? "")
      yield* arrivals
      const event = { object: "event", data: { object: { object: "checkout.session", id: purchase.checkoutRef } } }
      const { body, signature } = forge(event)
      const headers = signature === undefined ? {} : { "stripe-signature": signature }
      const { status, json } = yield* call(path, { method: "POST", body, headers })
      assert.strictEqual(status, 400)
      assert.match(String(json["detail"]), /signature is wrong or too old|format of Stripe/)
      assert.deepStrictEqual(yield* grantsOf(account), [])
      // While the secret is rotated, one of several signatures is right.
      const good = signEvent(event, Date.now())
      const rotated = `${good.headers["stripe-signature"]},v1=${"0".repeat(64)}`.replace(
        "v1=",
        `v1=${"1".repeat(64)},v1=`
      )
      assert.strictEqual((yield* send({ ...good, headers: { "stripe-signature": rotated } })).status, 200)
      assert.lengthOf(yield* grantsOf(account), 1)
    })
  )

  it.effect("a body that is too large is not read, and no other method exists", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* call(path)).status, 405)
      for (const length of [70_000, 1_000_000]) {
        const large = yield* call(path, { method: "POST", body: "x".repeat(length) })
        assert.strictEqual(large.status, 413)
      }
    })
  )

  it.effect("the same event 50 times at once, and all events of a payment in any order, make one grant", () =>
    Effect.gen(function* () {
      const { world } = yield* StandIn
      const account = yield* newAccountId
      const purchase = yield* subscribe(account)
      world.pay(purchase.checkoutRef ?? "")
      const events = (yield* arrivals).toReversed()
      const [first] = events
      if (first === undefined) return assert.fail("no event")
      const answers = yield* Effect.forEach([...Array.from({ length: 50 }, () => first), ...events], send, {
        concurrency: "unbounded"
      })
      // What is refused is sent again by Stripe.
      for (const { status } of answers) assert.include([200, 503], status)
      assert.include(
        answers.map(({ status }) => status),
        200
      )
      assert.deepStrictEqual(yield* grantsOf(account), [{ kind: "plan", amount: 100_000 }])
    })
  )

  it.effect("an event that claims a payment, or names the purchase of another account, is not believed", () =>
    Effect.gen(function* () {
      const { world } = yield* StandIn
      const [rich, poor] = [yield* newAccountId, yield* newAccountId]
      const [paid, unpaid] = [yield* subscribe(rich), yield* subscribe(poor)]
      world.pay(paid.checkoutRef ?? "")
      yield* arrivals
      const claims = { payment_status: "paid", status: "complete", amount_total: 1_000_000, currency: "usd" }
      const metadata = { purchase_id: unpaid.id, account_id: poor }
      for (const object of [
        { object: "checkout.session", id: unpaid.checkoutRef, ...claims, metadata },
        { object: "checkout.session", id: paid.checkoutRef, ...claims, metadata },
        { object: "invoice", id: unpaid.checkoutRef, status: "paid", metadata },
        { object: "refund", id: "re_1", payment_intent: unpaid.checkoutRef, metadata },
        { object: "charge", id: "../customers", payment_intent: null, metadata }
      ]) {
        const event = {
          object: "event",
          account: "acct_of_somebody",
          type: "checkout.session.completed",
          data: { object }
        }
        assert.strictEqual((yield* send(signEvent(event, Date.now()))).status, 200)
      }
      assert.deepStrictEqual(yield* grantsOf(poor), [])
      assert.lengthOf(yield* grantsOf(rich), 1)
    })
  )

  it.effect("events about what is not ours are taken and change nothing", () =>
    Effect.gen(function* () {
      const objects = [
        { object: "customer", id: "cus_other" },
        { object: "invoice", id: "in_other" },
        { object: "checkout.session", id: "cs_test_other" },
        { object: "charge", id: "ch_other" },
        { object: "dispute", id: "dp_other", payment_intent: null, charge: null },
        { object: "subscription", id: "sub_other" },
        { object: "unknown.kind", id: "x" },
        { object: "checkout.session", id: "" },
        { object: "checkout.session", id: "x".repeat(10_000) },
        { object: "invoice", id: "in_/../../customers" },
        { object: "invoice", id: "in_\u0000" }
      ]
      for (const object of objects) {
        assert.strictEqual((yield* send(signEvent({ object: "event", data: { object } }, Date.now()))).status, 200)
      }
    })
  )

  it.effect("while Stripe does not answer, a purchase waits and an event is to be sent again", () =>
    Effect.gen(function* () {
      const standIn = yield* StandIn
      const account = yield* newAccountId
      standIn.options = { ...faultless, failedBefore: 1 }
      const failure = yield* Effect.flip(subscribe(account))
      assert.strictEqual(failure._tag, "PaymentUnavailable")
      // The connection breaks after the checkout was made; the library repeats the call with the same key.
      standIn.options = { ...faultless, failedAfter: 0.4 }
      const purchase = yield* Effect.eventually(subscribe(account))
      standIn.options = faultless
      const sessions = [...standIn.world.sessions.values()].filter(({ accountId }) => accountId === account)
      assert.deepStrictEqual(
        sessions.map(({ id }) => id),
        [purchase.checkoutRef]
      )
      standIn.world.pay(purchase.checkoutRef ?? "")
      const [event] = yield* arrivals
      if (event === undefined) return assert.fail("no event")
      standIn.options = { ...faultless, failedBefore: 1 }
      assert.strictEqual((yield* send(event)).status, 503)
      standIn.options = faultless
      assert.strictEqual((yield* send(event)).status, 200)
      assert.lengthOf(yield* grantsOf(account), 1)
    })
  )

  it.effect("an account keeps its customer, and gets a new one when it was deleted at Stripe", () =>
    Effect.gen(function* () {
      const { world } = yield* StandIn
      const purchases = yield* Purchases
      const account = yield* newAccountId
      const plan = yield* subscribe(account)
      world.pay(plan.checkoutRef ?? "")
      yield* purchases.refresh(plan)
      const customerOf = (ref: string | null) => world.sessions.get(ref ?? "")?.customer
      const first = customerOf(plan.checkoutRef)
      assert.strictEqual(customerOf((yield* purchases.topUp(account, 10_000)).checkoutRef), first)
      world.customers.delete(first ?? "")
      const second = customerOf((yield* purchases.topUp(account, 20_000)).checkoutRef)
      assert.notStrictEqual(second, first)
      assert.strictEqual(customerOf((yield* purchases.topUp(account, 30_000)).checkoutRef), second)
    })
  )

  it.effect("opens Stripe's page for customers, which nobody has to configure", () =>
    Effect.gen(function* () {
      const { world } = yield* StandIn
      const portal = yield* CustomerPortal
      assert.isTrue(portal.isOffered)
      const account = yield* newAccountId
      const first = yield* portal.open(account, "https://heddle.example.com/portal/credits")
      const second = yield* portal.open(account, "https://heddle.example.com/portal/credits")
      assert.match(first.url, /^https:\/\/billing\.stripe\.test\/bps_/)
      assert.notStrictEqual(second.url, first.url)
      assert.strictEqual(world.configurations.size, 1)
    })
  )

  it.effect("the portal leads to both pages, to be paid and to manage payments", () =>
    Effect.gen(function* () {
      const { portal } = yield* portalUser()
      const bought = yield* portal["billing.BuyPlan"]({ plan: "standard" })
      assert.match(
        bought.outcome === "checkout" ? (bought.purchase.checkoutUrl ?? "") : "",
        /^https:\/\/checkout\.stripe\.test\//
      )
      assert.deepInclude(yield* portal["billing.ShowPlan"](), { provider: "stripe_test", hasCustomerPortal: true })
      assert.match((yield* portal["billing.OpenCustomerPortal"]()).url, /^https:\/\/billing\.stripe\.test\/bps_/)
    })
  )

  it.effect("nobody confirms a payment of Stripe by hand", () =>
    Effect.gen(function* () {
      const { id } = yield* subscribe(yield* newAccountId)
      const failure = yield* Effect.flip((yield* Purchases).confirm(id))
      assert.include(failure.message, "cannot be confirmed by hand")
    })
  )
})
