/**
 * Applies a payment to an account in one transaction, under the account's row lock: the purchase, the grant, the plan
 * period and the subscription change together or not at all. The database allows one grant per payment.
 */
import { type AccountId, plans } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { audit, CurrentActor, paymentProvider } from "../../accounts/audit/AuditLog.ts"
import { isClosed } from "../../accounts/customers/AccountClosing.ts"
import { Grants } from "../../credits/ledger/Grants.ts"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import { makePlanPeriods } from "../../credits/plans/PlanPeriods.ts"
import { now } from "../../runtime/Time.ts"
import { type ProviderPayment, PaymentProvider } from "../providers/PaymentProvider.ts"
import { firstPeriod, nextState, rejectionReason, renewalPeriod, renewalPollAt } from "./PlanRules.ts"
import { makePurchaseRows, type Purchase } from "./PurchaseRows.ts"
import { makeSubscriptionRows, type Subscription } from "./SubscriptionRows.ts"

export class ApplyPayment extends Context.Service<
  ApplyPayment,
  {
    /**
     * Moves the purchase of this payment to the state the provider reports; safe to repeat, in any order. Undefined when
     * the payment is not ours. A result with `refundDue` must be refunded.
     */
    apply(payment: ProviderPayment): Effect.Effect<Purchase | undefined>
  }
>()("@heddle/server/billing/purchases/ApplyPayment") {
  static readonly layer = Layer.effect(
    ApplyPayment,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ledger = yield* Ledger
      const grants = yield* Grants
      const provider = yield* PaymentProvider
      const periods = makePlanPeriods(sql)
      const purchases = makePurchaseRows(sql)
      const subscriptions = makeSubscriptionRows(sql)

      /** The live subscription, if this payment belongs to it. */
      const liveOf = Effect.fnUntraced(function* (accountId: AccountId, { subscriptionRef }: ProviderPayment) {
        const live = yield* subscriptions.live(accountId)
        return live?.providerRef === subscriptionRef && live.provider === provider.name ? live : undefined
      })

      /** After a change of the plan: they have its old price. */
      const abandonTopUps = Effect.fnUntraced(function* (accountId: AccountId, time: Date) {
        const current = yield* periods.current(accountId, time)
        yield* purchases.abandonTopUps(accountId, current?.endsAt ?? null, time)
      })

      const beginSubscription = Effect.fnUntraced(function* (
        purchase: Purchase,
        payment: ProviderPayment,
        endsAt: Date
      ) {
        const { accountId, plan } = purchase
        const time = yield* now
        const replaced = yield* subscriptions.live(accountId)
        if (replaced !== undefined) yield* subscriptions.end(replaced, time)
        yield* purchases.abandonRenewals(accountId, null, time)
        const pollAt = renewalPollAt(provider, endsAt)
        return yield* subscriptions.begin(accountId, provider.name, payment.subscriptionRef, plan, time, pollAt)
      })

      /** Ends the subscription of a plan that we do not honour, so that the provider stops charging it. */
      const endUnhonoured = Effect.fnUntraced(function* (
        { accountId, kind, plan }: Purchase,
        { subscriptionRef }: ProviderPayment
      ) {
        if (kind !== "plan" || subscriptionRef === null) return
        yield* subscriptions.insertEnded(accountId, provider.name, subscriptionRef, plan, yield* now)
      })

      const continueSubscription = Effect.fnUntraced(function* (live: Subscription, endsAt: Date) {
        yield* subscriptions.pollAgain(live, renewalPollAt(provider, endsAt))
        return live.id
      })

      const creditPlan = Effect.fnUntraced(function* (
        purchase: Purchase,
        payment: ProviderPayment,
        live: Subscription | undefined
      ) {
        const { accountId, kind, plan, credits } = purchase
        const time = yield* now
        const period =
          kind === "plan" ? firstPeriod(plan, time) : renewalPeriod(plan, yield* periods.last(accountId), time)
        const grantId = yield* grants.ofPaymentWithin(accountId, {
          kind: "plan",
          credits,
          effectiveAt: period.startsAt,
          expiresAt: period.endsAt,
          payment: { provider: provider.name, ref: payment.ref }
        })
        // Older grants keep their expiry; only the plan periods end.
        if (kind === "plan") yield* periods.endAll(accountId, time)
        yield* periods.begin(accountId, period, grantId, time)
        yield* abandonTopUps(accountId, time)
        const subscriptionId =
          kind === "plan" || live === undefined
            ? yield* beginSubscription(purchase, payment, period.endsAt)
            : yield* continueSubscription(live, period.endsAt)
        yield* audit(sql, accountId, kind === "plan" ? "plan.bought" : "plan.renewed", {
          target: purchase.id,
          details: { plan, credits, priceCents: purchase.priceCents }
        })
        return yield* purchases.advance(purchase, "paid", payment, { grantId, subscriptionId }, time)
      })

      const credit = Effect.fnUntraced(function* (purchase: Purchase, payment: ProviderPayment) {
        const { accountId, kind, credits, expiresAt } = purchase
        const time = yield* now
        const live = yield* liveOf(accountId, payment)
        const renews = live !== undefined && live.nextPlan !== null
        const current = yield* periods.current(accountId, time)
        const reason = (yield* isClosed(sql, accountId))
          ? "The account was closed when it was paid."
          : rejectionReason(purchase, { time, current, renews })
        if (reason !== undefined) {
          yield* endUnhonoured(purchase, payment)
          return yield* purchases.advance(purchase, "refused", payment, { reason, refundDue: true }, time)
        }
        if (kind !== "top_up" || expiresAt === null) return yield* creditPlan(purchase, payment, live)
        const grantId = yield* grants.ofPaymentWithin(accountId, {
          kind,
          credits,
          effectiveAt: time,
          expiresAt,
          payment: { provider: provider.name, ref: payment.ref }
        })
        yield* audit(sql, accountId, "top_up.bought", {
          target: purchase.id,
          details: { credits, priceCents: purchase.priceCents }
        })
        return yield* purchases.advance(purchase, "paid", payment, { grantId }, time)
      })

      /** The money was returned: revokes the rest of the grant, once, and ends the period it paid for. */
      const reverse = Effect.fnUntraced(function* (
        purchase: Purchase,
        payment: ProviderPayment,
        state: "refunded" | "disputed"
      ) {
        const { accountId, grantId } = purchase
        const time = yield* now
        if (grantId === null || purchase.state !== "paid") {
          yield* endUnhonoured(purchase, payment)
          return yield* purchases.advance(purchase, state, payment, {}, time)
        }
        const reason = state === "disputed" ? "dispute" : "refund"
        const { shortfall, expiresAt } = yield* grants.revokeWithin(accountId, grantId, reason)
        yield* periods.endOf(accountId, grantId, time)
        yield* abandonTopUps(accountId, time)
        const live = yield* subscriptions.live(accountId)
        if (live !== undefined && live.id === purchase.subscriptionId && expiresAt > time) {
          yield* subscriptions.end(live, time)
          yield* purchases.abandonRenewals(accountId, null, time)
        }
        yield* audit(sql, accountId, state === "disputed" ? "purchase.disputed" : "purchase.refunded", {
          target: purchase.id,
          details: { kind: purchase.kind, priceCents: purchase.priceCents }
        })
        return yield* purchases.advance(purchase, state, payment, { shortfall }, time)
      })

      const transition = Effect.fnUntraced(function* (purchase: Purchase, payment: ProviderPayment) {
        const next = nextState(purchase.state, payment)
        switch (next) {
          case undefined:
            return payment.refundedCents > purchase.refundedCents
              ? yield* purchases.recordPartialRefund(purchase, payment.refundedCents)
              : purchase
          case "paid":
            return yield* credit(purchase, payment)
          case "refunded":
          case "disputed":
            return yield* reverse(purchase, payment, next)
          case "pending":
          case "abandoned":
            return yield* purchases.advance(purchase, "abandoned", payment, {}, yield* now)
        }
      })

      /** A renewal created by the provider becomes a purchase when it is paid. */
      const openRenewal = Effect.fnUntraced(function* (accountId: AccountId, payment: ProviderPayment) {
        const { plan } = payment
        if (plan === null || nextState("pending", payment) !== "paid") return undefined
        const { creditsPerMonth } = plans[plan]
        const renewal = { kind: "renewal" as const, plan, units: null, credits: creditsPerMonth, expiresAt: null }
        const priced = { ...renewal, priceCents: payment.amountCents }
        return yield* purchases.insert(accountId, provider.name, priced, yield* now)
      })

      const accountOf = Effect.fnUntraced(function* (payment: ProviderPayment) {
        const known = yield* purchases.findPaid(provider.name, payment)
        if (known !== undefined) return known.accountId
        if (payment.purchaseId !== null || payment.subscriptionRef === null) return undefined
        return (yield* subscriptions.findByRef(provider.name, payment.subscriptionRef))?.accountId
      })

      const apply = Effect.fn("ApplyPayment.apply")(function* (payment: ProviderPayment) {
        const accountId = yield* accountOf(payment)
        if (accountId === undefined) return undefined
        yield* ledger.lock(accountId)
        // Read again under the lock.
        const known = yield* purchases.findPaid(provider.name, payment)
        const purchase = known ?? (payment.purchaseId === null ? yield* openRenewal(accountId, payment) : undefined)
        return purchase === undefined ? undefined : yield* transition(purchase, payment)
      })

      return ApplyPayment.of({
        apply: (payment) => Effect.orDie(byProvider(sql.withTransaction(apply(payment))))
      })
    })
  )
}

/** If no call asked for it, the provider reported it. */
const byProvider = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.updateService(effect, CurrentActor, (actor) => (actor.kind === "service" ? paymentProvider : actor))
