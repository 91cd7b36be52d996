/**
 * Buying plans and top-ups. A purchase is written before the provider is called with the purchase's id as the
 * idempotency key, so that a call lost in a crash can be repeated.
 */
import { type AccountId, maxTopUpUnits, type PlanName, plans, topUpUnitCredits } from "@heddle/api"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { lockOpenAccount } from "../../accounts/customers/AccountClosing.ts"
import { requireAccount } from "../../accounts/customers/AccountRows.ts"
import type { UnknownAccount } from "../../accounts/customers/Accounts.ts"
import { makePlanPeriods } from "../../credits/plans/PlanPeriods.ts"
import { atomically } from "../../database/client/Atomically.ts"
import { dayMillis, now, plusMillis } from "../../runtime/Time.ts"
import { ApplyPayment } from "./ApplyPayment.ts"
import {
  PaymentProvider,
  type PaymentRefused,
  type PaymentUnavailable,
  type RawEvent
} from "../providers/PaymentProvider.ts"
import { makeOrderMails } from "./OrderMails.ts"
import { planChange, topUpCents } from "./PlanRules.ts"
import { type PurchaseRefused, rejections, UnknownPurchase } from "./PurchaseRefused.ts"
import { makePurchaseRows, maxPending, type NewPurchase, type Purchase } from "./PurchaseRows.ts"
import { type PlanState, Subscriptions } from "./Subscriptions.ts"
import type { PurchaseId } from "../../runtime/Ids.ts"

/** Either a purchase to pay, or a lower plan that starts at the end of the period. */
export type Subscribed =
  | { readonly outcome: "checkout"; readonly purchase: Purchase }
  | { readonly outcome: "scheduled"; readonly state: PlanState }

export class Purchases extends Context.Service<
  Purchases,
  {
    /**
     * An upgrade, or a first plan, opens a purchase whose payment starts a new period at once. A downgrade takes effect
     * at the end of the period. Repeating a request that awaits payment returns the same purchase.
     */
    subscribe(
      accountId: AccountId,
      plan: PlanName
    ): Effect.Effect<Subscribed, UnknownAccount | PurchaseRefused | PaymentUnavailable>
    /** `credits` is a multiple of 10,000, at the price of the plan in force. They expire at the end of its period. */
    topUp(
      accountId: AccountId,
      credits: number
    ): Effect.Effect<Purchase, UnknownAccount | PurchaseRefused | PaymentUnavailable>
    /** The newest 200, newest first. */
    list(accountId: AccountId): Effect.Effect<ReadonlyArray<Purchase>, UnknownAccount>
    /** Confirms that the money has arrived, for payment by hand. */
    confirm(id: PurchaseId): Effect.Effect<Purchase, UnknownPurchase | PurchaseRefused | PaymentUnavailable>
    /** Refunds a paid purchase in full and revokes its unspent credits. */
    refund(id: PurchaseId): Effect.Effect<Purchase, UnknownPurchase | PurchaseRefused | PaymentUnavailable>
    /** Processes an event of the provider. Undefined when it concerns no purchase of ours. */
    receive(raw: RawEvent): Effect.Effect<Purchase | undefined, PaymentRefused | PaymentUnavailable>
    /** Updates a purchase from the provider, and sends the provider what it still needs: a checkout or a refund. */
    refresh(purchase: Purchase): Effect.Effect<Purchase, PaymentUnavailable>
    /** Within the caller's transaction and lock: opens the purchase of the next month, for providers that do not renew. */
    openRenewalWithin(accountId: AccountId, plan: PlanName): Effect.Effect<Purchase, PurchaseRefused>
  }
>()("@heddle/server/billing/purchases/Purchases") {
  static readonly layer = Layer.effect(
    Purchases,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const provider = yield* PaymentProvider
      const payments = yield* ApplyPayment
      const subscriptions = yield* Subscriptions
      const periods = makePlanPeriods(sql)
      const rows = makePurchaseRows(sql)
      const mailOrder = yield* makeOrderMails

      const lock = (accountId: AccountId) => lockOpenAccount(sql, accountId)

      /** The pending purchase with the same content, else a new one. */
      const open = Effect.fnUntraced(function* (accountId: AccountId, wanted: NewPurchase) {
        const pending = yield* Effect.orDie(rows.pending(accountId, provider.name))
        const same = pending.find((purchase) => sameContent(purchase, wanted))
        if (same !== undefined) return same
        const time = yield* now
        const waiting = pending.filter(({ expiresAt }) => expiresAt === null || expiresAt > time).length
        const cancelled = yield* Effect.orDie(rows.cancelledSince(accountId, plusMillis(time, -dayMillis)))
        if (waiting + cancelled >= maxPending) return yield* rejections.tooManyPending(maxPending)
        const purchase = yield* rows.insert(accountId, provider.name, wanted, time)
        if (provider.cancel !== undefined) yield* Effect.orDie(mailOrder(purchase))
        return purchase
      })

      const planPurchase = (kind: "plan" | "renewal", plan: PlanName): NewPurchase => ({
        kind,
        plan,
        units: null,
        credits: plans[plan].creditsPerMonth,
        priceCents: plans[plan].usdPerMonth * 100,
        expiresAt: null
      })

      const openRenewalWithin = (accountId: AccountId, plan: PlanName) => open(accountId, planPurchase("renewal", plan))

      const openCheckout = Effect.fnUntraced(function* (purchase: Purchase) {
        const { id, ...wanted } = purchase
        const checkout = yield* provider.createCheckout({ purchaseId: id, ...wanted })
        return (yield* Effect.orDie(rows.setCheckout(id, checkout))) ?? purchase
      })

      const withCheckout = (purchase: Purchase) =>
        purchase.checkoutRef === null ? openCheckout(purchase) : Effect.succeed(purchase)

      /** Orders a due refund, then fetches the payment and applies it. */
      const syncOnce = Effect.fnUntraced(function* (purchase: Purchase) {
        if (purchase.refundDue && purchase.paymentRef !== null) yield* provider.refund(purchase.paymentRef)
        const ref = purchase.paymentRef ?? purchase.checkoutRef
        const payment = ref === null ? Option.none() : yield* provider.fetch(ref)
        if (Option.isNone(payment)) return purchase
        return (yield* payments.apply(payment.value)) ?? purchase
      })

      /** Applying a payment can show that it must be refunded, which is then done at once. */
      const refundIfDue = (purchase: Purchase) => (purchase.refundDue ? syncOnce(purchase) : Effect.succeed(purchase))

      const refresh = Effect.fn("Purchases.refresh")(function* (purchase: Purchase) {
        const opened = purchase.state === "pending" ? yield* withCheckout(purchase) : purchase
        return yield* refundIfDue(yield* syncOnce(opened))
      })

      const subscribe = Effect.fn("Purchases.subscribe")(function* (accountId: AccountId, plan: PlanName) {
        const purchase = yield* atomically(
          sql,
          Effect.gen(function* () {
            yield* lock(accountId)
            const current = yield* periods.current(accountId, yield* now)
            switch (planChange(current, plan)) {
              case "buy":
                return yield* open(accountId, planPurchase("plan", plan))
              case "same":
                return yield* rejections.alreadyOn(plan)
              case "downgrade":
                return yield* Effect.as(subscriptions.setNextPlanWithin(accountId, plan), undefined)
            }
          })
        )
        if (purchase !== undefined) return { outcome: "checkout" as const, purchase: yield* withCheckout(purchase) }
        yield* subscriptions.syncProvider(accountId)
        return { outcome: "scheduled" as const, state: yield* subscriptions.state(accountId) }
      })

      const topUp = Effect.fn("Purchases.topUp")(function* (accountId: AccountId, credits: number) {
        const units = yield* unitsOf(credits)
        const purchase = yield* atomically(
          sql,
          Effect.gen(function* () {
            yield* lock(accountId)
            const current = yield* periods.current(accountId, yield* now)
            if (current === undefined || current.isTrial) return yield* rejections.topUpWithoutPlan
            const { plan, endsAt: expiresAt } = current
            const priceCents = topUpCents(plan, units)
            if (priceCents === undefined) return yield* rejections.noTopUpsOn(plan)
            return yield* open(accountId, { kind: "top_up", plan, units, credits, priceCents, expiresAt })
          })
        )
        return yield* withCheckout(purchase)
      })

      const list = Effect.fn("Purchases.list")(
        function* (accountId: AccountId) {
          yield* requireAccount(sql, accountId)
          return yield* rows.list(accountId)
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const find = Effect.fnUntraced(function* (id: PurchaseId) {
        const purchase = yield* Effect.orDie(rows.find(id))
        if (purchase === undefined) return yield* new UnknownPurchase({ id })
        if (purchase.provider === provider.name) return purchase
        return yield* rejections.otherProvider(id, purchase.provider)
      })

      const confirm = Effect.fn("Purchases.confirm")(function* (id: PurchaseId) {
        const purchase = yield* withCheckout(yield* find(id))
        if (purchase.state === "cancelled") return yield* rejections.cancelled(id)
        if (purchase.state !== "pending" && purchase.state !== "abandoned") return purchase
        yield* Effect.catchTag(provider.confirm(purchase.checkoutRef ?? ""), "PaymentRefused", ({ detail }) =>
          Effect.fail(rejections.byProvider(detail))
        )
        return yield* refundIfDue(yield* syncOnce(purchase))
      })

      const refund = Effect.fn("Purchases.refund")(function* (id: PurchaseId) {
        const purchase = yield* syncOnce(yield* find(id))
        if (purchase.state === "refunded" || purchase.state === "disputed") return purchase
        const refundable = purchase.refundDue ? purchase : yield* Effect.orDie(rows.orderRefund(id, yield* now))
        if (refundable === undefined) return yield* rejections.notPaid(id, purchase.state)
        return yield* syncOnce(refundable)
      })

      const receive = Effect.fn("Purchases.receive")(function* (raw: RawEvent) {
        const { ref } = yield* provider.parseEvent(raw)
        if (ref === null) return undefined
        const payment = yield* provider.fetch(ref)
        if (Option.isNone(payment)) return undefined
        const purchase = yield* payments.apply(payment.value)
        return purchase === undefined ? undefined : yield* refundIfDue(purchase)
      })

      return Purchases.of({ subscribe, topUp, list, confirm, refund, receive, refresh, openRenewalWithin })
    })
  )
}

const sameContent = (a: NewPurchase, b: NewPurchase): boolean =>
  a.kind === b.kind &&
  a.plan === b.plan &&
  a.units === b.units &&
  a.priceCents === b.priceCents &&
  a.expiresAt?.getTime() === b.expiresAt?.getTime()

const unitsOf = (credits: number) => {
  const units = credits / topUpUnitCredits
  return Number.isInteger(units) && units >= 1 && units <= maxTopUpUnits ? Effect.succeed(units) : rejections.notInUnits
}
