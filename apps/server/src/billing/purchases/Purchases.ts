/**
 * Buying plans and top-ups. A purchase is written first and the provider is asked afterwards, with the purchase as its
 * idempotency key, so that a crash in between is made up for by asking again.
 */
import { type AccountId, maxTopUpUnits, type PlanName, plans, topUpUnitCredits } from "@heddle/api"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { lockAccount } from "../../accounts/customers/AccountLock.ts"
import { requireAccount } from "../../accounts/customers/AccountRows.ts"
import type { UnknownAccount } from "../../accounts/customers/Accounts.ts"
import { makePlanPeriods } from "../../credits/plans/PlanPeriods.ts"
import { atomically } from "../../database/client/Atomically.ts"
import { now } from "../../runtime/Time.ts"
import { ApplyPayment } from "./ApplyPayment.ts"
import {
  PaymentProvider,
  type PaymentRefused,
  type PaymentUnavailable,
  type RawEvent
} from "../providers/PaymentProvider.ts"
import { planWish } from "./PlanRules.ts"
import { type PurchaseRefused, refuse, UnknownPurchase } from "./PurchaseRefused.ts"
import { makePurchaseRows, maxPending, type NewPurchase, type Purchase } from "./PurchaseRows.ts"
import { type PlanState, Subscriptions } from "./Subscriptions.ts"
import type { PurchaseId } from "../../runtime/Ids.ts"

/** What became of wishing for a plan: a purchase to pay, or a lower plan that follows at the period's end. */
export type Subscribed =
  | { readonly outcome: "checkout"; readonly purchase: Purchase }
  | { readonly outcome: "scheduled"; readonly state: PlanState }

export class Purchases extends Context.Service<
  Purchases,
  {
    /**
     * Upward and without a plan: a purchase, whose payment starts a new period at once. Downward: the plan follows at
     * the period's end. The same wish again, while it waits for payment, is the same purchase.
     */
    subscribe(
      accountId: AccountId,
      plan: PlanName
    ): Effect.Effect<Subscribed, UnknownAccount | PurchaseRefused | PaymentUnavailable>
    /** A multiple of 10,000 credits, at the price of the plan in force, until the end of its period. */
    topUp(
      accountId: AccountId,
      credits: number
    ): Effect.Effect<Purchase, UnknownAccount | PurchaseRefused | PaymentUnavailable>
    /** The newest 200, newest first. */
    list(accountId: AccountId): Effect.Effect<ReadonlyArray<Purchase>, UnknownAccount>
    /** By hand: the money came in. */
    confirm(id: PurchaseId): Effect.Effect<Purchase, UnknownPurchase | PurchaseRefused | PaymentUnavailable>
    /** Gives a paid purchase back: all of the money, and what is left of its credits. */
    refund(id: PurchaseId): Effect.Effect<Purchase, UnknownPurchase | PurchaseRefused | PaymentUnavailable>
    /** An event of the provider. Undefined when it is about nothing of ours. */
    receive(raw: RawEvent): Effect.Effect<Purchase | undefined, PaymentRefused | PaymentUnavailable>
    /** Brings a purchase to what the provider knows of it, and does what is still owed to the provider. */
    refresh(purchase: Purchase): Effect.Effect<Purchase, PaymentUnavailable>
    /** Within the caller's transaction and lock: the purchase of the next month, where we open renewals. */
    openRenewalWithin(accountId: AccountId, plan: PlanName): Effect.Effect<Purchase, PurchaseRefused>
  }
>()("@heddle/server/billing/purchases/Purchases") {
  static readonly layer = Layer.effect(
    Purchases,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const provider = yield* PaymentProvider
      const crediting = yield* ApplyPayment
      const subscriptions = yield* Subscriptions
      const periods = makePlanPeriods(sql)
      const rows = makePurchaseRows(sql)

      const lock = (accountId: AccountId) => lockAccount(sql, accountId)

      /** A purchase that waits for payment with the same content, else a new one. */
      const open = Effect.fnUntraced(function* (accountId: AccountId, wanted: NewPurchase) {
        const waiting = yield* Effect.orDie(rows.pending(accountId, provider.name))
        const same = waiting.find((purchase) => sameContent(purchase, wanted))
        if (same !== undefined) return same
        const time = yield* now
        if (waiting.filter(({ expiresAt }) => expiresAt === null || expiresAt > time).length >= maxPending) {
          return yield* refuse.tooManyPending(maxPending)
        }
        return yield* rows.insert(accountId, provider.name, wanted, time)
      })

      const ofPlan = (kind: "plan" | "renewal", plan: PlanName): NewPurchase => ({
        kind,
        plan,
        units: null,
        credits: plans[plan].creditsPerMonth,
        priceCents: plans[plan].usdPerMonth * 100,
        expiresAt: null
      })

      const openRenewalWithin = (accountId: AccountId, plan: PlanName) => open(accountId, ofPlan("renewal", plan))

      const openCheckout = Effect.fnUntraced(function* (purchase: Purchase) {
        const { id, ...wanted } = purchase
        const checkout = yield* provider.createCheckout({ purchaseId: id, ...wanted })
        return (yield* Effect.orDie(rows.setCheckout(id, checkout))) ?? purchase
      })

      const withCheckout = (purchase: Purchase) =>
        purchase.checkoutRef === null ? openCheckout(purchase) : Effect.succeed(purchase)

      /** Asks once, and applies what is told. */
      const ask = Effect.fnUntraced(function* (purchase: Purchase) {
        if (purchase.refundDue && purchase.paymentRef !== null) yield* provider.refund(purchase.paymentRef)
        const ref = purchase.paymentRef ?? purchase.checkoutRef
        const object = ref === null ? Option.none() : yield* provider.fetch(ref)
        if (Option.isNone(object)) return purchase
        return (yield* crediting.apply(object.value)) ?? purchase
      })

      /** Asking may find out that money has to go back; that is then done at once. */
      const settle = (purchase: Purchase) => (purchase.refundDue ? ask(purchase) : Effect.succeed(purchase))

      const refresh = Effect.fn("Purchases.refresh")(function* (purchase: Purchase) {
        const known = purchase.state === "pending" ? yield* withCheckout(purchase) : purchase
        return yield* settle(yield* ask(known))
      })

      const subscribe = Effect.fn("Purchases.subscribe")(function* (accountId: AccountId, plan: PlanName) {
        const bought = yield* atomically(
          sql,
          Effect.gen(function* () {
            yield* lock(accountId)
            const current = yield* periods.current(accountId, yield* now)
            switch (planWish(current?.plan, plan)) {
              case "buy":
                return yield* open(accountId, ofPlan("plan", plan))
              case "same":
                return yield* refuse.alreadyOn(plan)
              case "follow":
                return yield* Effect.as(subscriptions.followWithin(accountId, plan), undefined)
            }
          })
        )
        if (bought !== undefined) return { outcome: "checkout" as const, purchase: yield* withCheckout(bought) }
        yield* subscriptions.tellProvider(accountId)
        return { outcome: "scheduled" as const, state: yield* subscriptions.state(accountId) }
      })

      const topUp = Effect.fn("Purchases.topUp")(function* (accountId: AccountId, credits: number) {
        const units = yield* unitsOf(credits)
        const purchase = yield* atomically(
          sql,
          Effect.gen(function* () {
            yield* lock(accountId)
            const current = yield* periods.current(accountId, yield* now)
            if (current === undefined) return yield* refuse.topUpWithoutPlan
            const { plan, endsAt: expiresAt } = current
            const price = plans[plan].topUpUsdPerUnit
            if (price === null) return yield* refuse.noTopUpsOn(plan)
            return yield* open(accountId, {
              kind: "top_up",
              plan,
              units,
              credits,
              priceCents: units * price * 100,
              expiresAt
            })
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
        return yield* refuse.otherProvider(id, purchase.provider)
      })

      const confirm = Effect.fn("Purchases.confirm")(function* (id: PurchaseId) {
        const purchase = yield* withCheckout(yield* find(id))
        if (purchase.state !== "pending" && purchase.state !== "abandoned") return purchase
        yield* Effect.catchTag(provider.confirm(purchase.checkoutRef ?? ""), "PaymentRefused", ({ detail }) =>
          Effect.fail(refuse.byProvider(detail))
        )
        return yield* settle(yield* ask(purchase))
      })

      const refund = Effect.fn("Purchases.refund")(function* (id: PurchaseId) {
        const purchase = yield* ask(yield* find(id))
        if (purchase.state === "refunded" || purchase.state === "disputed") return purchase
        const ordered = purchase.refundDue ? purchase : yield* Effect.orDie(rows.orderRefund(id, yield* now))
        if (ordered === undefined) {
          return yield* refuse.notPaid(id, purchase.state)
        }
        return yield* ask(ordered)
      })

      const receive = Effect.fn("Purchases.receive")(function* (raw: RawEvent) {
        const { ref } = yield* provider.parseEvent(raw)
        const object = yield* provider.fetch(ref)
        if (Option.isNone(object)) return undefined
        const purchase = yield* crediting.apply(object.value)
        return purchase === undefined ? undefined : yield* settle(purchase)
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
  return Number.isInteger(units) && units >= 1 && units <= maxTopUpUnits ? Effect.succeed(units) : refuse.notInUnits
}
