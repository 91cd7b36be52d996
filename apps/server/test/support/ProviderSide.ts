/**
 * The other side of each payment provider, as a test plays it: customers who pay, banks and staff who give money back,
 * events that arrive.
 */
import type { AccountId, PlanName } from "@heddle/api"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { inProcess } from "./stripe/InProcess.ts"
import { serveStripe } from "./stripe/OverHttp.ts"
import { faultless, type StandInOptions, StripeStandIn, webhookSecret } from "./stripe/StripeStandIn.ts"
import { type FakeOptions, FakePayments, fakePayments } from "../../src/billing/providers/FakePayments.ts"
import { makeLocalPaymentStore } from "../../src/billing/providers/LocalPaymentStore.ts"
import { ManualPayments } from "../../src/billing/providers/ManualPayments.ts"
import { PaymentProvider, type ProviderPayment, type RawEvent } from "../../src/billing/providers/PaymentProvider.ts"
import { planOfProduct } from "../../src/billing/providers/stripe/StripeProducts.ts"
import { stripePayments } from "../../src/billing/providers/stripe/StripeProvider.ts"
import type { StripeSettings } from "../../src/billing/providers/stripe/StripeSettings.ts"
import { now } from "../../src/runtime/Time.ts"

/** A payment that the provider received. */
export interface Paid {
  readonly ref: string
  readonly amountCents: number
  readonly createdAt: Date
  /** Neither disputed nor given back in full. */
  readonly kept: boolean
}

export class ProviderSide extends Context.Service<
  ProviderSide,
  {
    /** Executes what is due and returns the events that have arrived. */
    readonly tick: Effect.Effect<ReadonlyArray<RawEvent>>
    /** The customer pays this checkout. */
    pay(checkoutRef: string): Effect.Effect<void>
    /** A refund that we did not order, as by the provider's staff. */
    refund(ref: string, cents: number): Effect.Effect<void>
    dispute(ref: string): Effect.Effect<void>
    /** The oldest first. */
    paid(accountId: AccountId): Effect.Effect<ReadonlyArray<Paid>>
    /** The subscriptions that will be charged again. */
    charging(accountId: AccountId): Effect.Effect<ReadonlyArray<{ readonly ref: string; readonly plan: PlanName }>>
    /** The purchase with which a payment, or its subscription, began. */
    purchaseOf(payment: Pick<ProviderPayment, "purchaseId" | "subscriptionRef">): string
    /** Whether calls may fail from now on. */
    allowFailures(allowed: boolean): Effect.Effect<void>
    /** The accounts so far are done with. */
    readonly forget: Effect.Effect<void>
  }
>()("@heddle/server/test/support/ProviderSide") {}

const local = Effect.fnUntraced(function* (provider: string) {
  const sql = yield* SqlClient.SqlClient
  const ofAccount = (accountId: AccountId, purchase: string) => sql`EXISTS (
    SELECT 1 FROM purchases p WHERE p.account_id = ${accountId} AND p.provider = ${provider} AND ${sql.literal(purchase)})`
  return {
    paid: (accountId: AccountId) =>
      Effect.orDie(sql<Paid>`
        SELECT b.ref, b.amount_cents, b.created_at, NOT b.disputed AND b.refunded_cents < b.amount_cents AS kept
        FROM local_payments b
        WHERE b.state = 'paid'
          AND ${ofAccount(accountId, `(p.id = b.purchase_id OR p.provider || '_' || p.id || '_sub' = b.subscription_ref)`)}
        ORDER BY b.created_at, b.amount_cents`),
    charging: (accountId: AccountId) =>
      Effect.orDie(sql<{ ref: string; plan: PlanName }>`
        SELECT b.ref, b.plan FROM local_subscriptions b
        WHERE b.plan IS NOT NULL AND ${ofAccount(accountId, "p.provider || '_' || p.id || '_sub' = b.ref")}`),
    purchaseOf: ({ purchaseId, subscriptionRef }: Pick<ProviderPayment, "purchaseId" | "subscriptionRef">) =>
      purchaseId ?? (subscriptionRef ?? "").replace(`${provider}_`, "").replace(/_sub$/, ""),
    allowFailures: () => Effect.void,
    forget: Effect.gen(function* () {
      yield* sql`UPDATE local_subscriptions SET plan = NULL WHERE plan IS NOT NULL`
      yield* sql`DELETE FROM local_payments WHERE state = 'open'`
    }).pipe(Effect.orDie)
  }
})

export const fakeSide = (options: FakeOptions) =>
  Layer.effect(
    ProviderSide,
    Effect.gen(function* () {
      const { tick, refund, dispute } = yield* FakePayments
      const provider = yield* PaymentProvider
      return ProviderSide.of({
        ...(yield* local("fake")),
        tick,
        refund,
        dispute,
        pay: (ref) => Effect.orDie(provider.confirm(ref))
      })
    })
  ).pipe(Layer.provideMerge(fakePayments(options)))

/** No event arrives from a bank account: the operator confirms, and reconciliation sees what changed. */
export const manualSide = Layer.effect(
  ProviderSide,
  Effect.gen(function* () {
    const store = makeLocalPaymentStore(yield* SqlClient.SqlClient, "manual")
    return ProviderSide.of({
      ...(yield* local("manual")),
      tick: Effect.succeed([]),
      refund: (ref, cents) => Effect.asVoid(Effect.orDie(store.refund(ref, cents))),
      dispute: (ref) => Effect.asVoid(Effect.orDie(store.dispute(ref))),
      pay: (ref) => Effect.asVoid(Effect.orDie(store.pay(ref)))
    })
  })
).pipe(Layer.provideMerge(ManualPayments))

const standInSettings: StripeSettings = {
  secretKey: Redacted.make("sk_test_stand_in"),
  webhookSecret: Redacted.make(webhookSecret),
  isLive: false,
  apiUrl: Option.none(),
  serviceUrl: "https://heddle.example.com"
}

const onStandIn = (standIn: StripeStandIn, accountId: AccountId) => {
  const { customers, sessions, subscriptions, invoices, charges } = standIn.world
  const own = [...customers.values()].filter((one) => one.accountId === accountId)
  const customer = new Set(own.map(({ id }) => id))
  const chargeOf = (intent: string | null) => charges.get((intent ?? "").replace("pi_", "ch_"))
  return {
    subscriptions: [...subscriptions.values()].filter((one) => customer.has(one.customer)),
    paid: [
      ...[...sessions.values()].filter((one) => one.mode === "payment" && customer.has(one.customer)),
      ...[...invoices.values()].filter((one) => customer.has(subscriptions.get(one.subscription)?.customer ?? ""))
    ].flatMap(({ id: ref, intent }) => {
      const charge = chargeOf(intent)
      return charge === undefined ? [] : [{ ref, charge }]
    })
  }
}

/** Without a socket, and over one; the library does not repeat calls, which would take seconds. */
const connections = {
  inProcess: (standIn: StripeStandIn) => Effect.succeed(stripePayments(standInSettings, inProcess(standIn))),
  overHttp: (standIn: StripeStandIn) =>
    Effect.map(serveStripe(standIn), (url) =>
      stripePayments({ ...standInSettings, apiUrl: Option.some(new URL(url)) }, { maxNetworkRetries: 0 })
    )
} as const

/** The stand-in of Stripe, with the provider that talks to it. */
export const stripeSide = (options: StandInOptions, connection: keyof typeof connections = "inProcess") =>
  Layer.unwrap(
    Effect.gen(function* () {
      const standIn = new StripeStandIn(options)
      const connected = yield* connections[connection](standIn)
      const { world } = standIn
      const atNow = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.andThen(
          Effect.map(now, (time) => {
            world.now = time.getTime()
          }),
          effect
        )
      const act = (change: () => void) => atNow(Effect.sync(change))
      const chargeOf = (ref: string) =>
        [...world.charges.values()].find(({ intent }) =>
          [world.sessions.get(ref)?.intent, world.invoices.get(ref)?.intent].includes(intent)
        )?.id ?? ""
      const side = ProviderSide.of({
        tick: Effect.map(now, (time) => standIn.tick(time.getTime())),
        pay: (ref) => act(() => world.pay(ref)),
        refund: (ref, cents) => act(() => world.refund(chargeOf(ref), cents)),
        dispute: (ref) => act(() => world.dispute(chargeOf(ref))),
        paid: (accountId) =>
          Effect.sync(() =>
            onStandIn(standIn, accountId)
              .paid.map(({ ref, charge }) => ({
                ref,
                amountCents: charge.amount,
                createdAt: new Date(charge.createdAt),
                kept: charge.disputes.length === 0 && charge.refunded < charge.amount
              }))
              .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.ref < b.ref ? -1 : 1))
          ),
        charging: (accountId) =>
          Effect.sync(() =>
            onStandIn(standIn, accountId)
              .subscriptions.filter((one) => one.status !== "canceled" && !one.cancelAtPeriodEnd)
              .flatMap(({ id: ref, product }) => {
                const plan = planOfProduct(product)
                return plan === null ? [] : [{ ref, plan }]
              })
          ),
        purchaseOf: ({ purchaseId, subscriptionRef }) =>
          purchaseId ?? world.subscriptions.get(subscriptionRef ?? "")?.metadata["purchase_id"] ?? "",
        allowFailures: (allowed) =>
          Effect.sync(() => {
            const { failedBefore, failedAfter } = allowed ? options : faultless
            standIn.options = { ...standIn.options, failedBefore, failedAfter }
          }),
        forget: Effect.sync(() => standIn.forget())
      })
      const timed = Layer.effect(
        PaymentProvider,
        Effect.map(PaymentProvider, (provider) =>
          PaymentProvider.of({
            ...provider,
            createCheckout: (request) => atNow(provider.createCheckout(request)),
            refund: (ref) => atNow(provider.refund(ref)),
            setRenewal: (ref, plan) => atNow(provider.setRenewal(ref, plan))
          })
        )
      ).pipe(Layer.provide(connected))
      return Layer.mergeAll(timed, Layer.succeed(ProviderSide, side), Layer.succeed(StandIn, standIn))
    })
  )

/** For tests of Stripe alone. */
export class StandIn extends Context.Service<StandIn, StripeStandIn>()("@heddle/server/test/support/StandIn") {}
