/**
 * What a payment does to an account, in one transaction under its row lock: the purchase's state, the grant, the
 * period of the plan and the subscription change together or not at all. The database allows one grant a payment.
 */
import { type AccountId, plans } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Grants } from "../../credits/ledger/Grants.ts"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import { makePlanPeriods } from "../../credits/plans/PlanPeriods.ts"
import { now } from "../../runtime/Time.ts"
import { type ProviderPayment, PaymentProvider } from "../providers/PaymentProvider.ts"
import { firstPeriod, nextState, refusal, renewalPeriod } from "./PlanRules.ts"
import { makePurchaseRows, type Purchase } from "./PurchaseRows.ts"
import { makeSubscriptionRows, type Subscription } from "./SubscriptionRows.ts"
import { renewalPollAt } from "./RenewalTimes.ts"

export class ApplyPayment extends Context.Service<
  ApplyPayment,
  {
    /**
     * Brings the purchase of this payment to what the provider tells of it; safe to repeat, in any order. Undefined
     * when the payment is none of ours. `refundDue` of the answer says that the money has to go back.
     */
    apply(object: ProviderPayment): Effect.Effect<Purchase | undefined>
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

      /** The subscription a plan's payment belongs to, if the account has it still. */
      const liveOf = Effect.fnUntraced(function* (accountId: AccountId, { subscriptionRef }: ProviderPayment) {
        const live = yield* subscriptions.live(accountId)
        return live?.providerRef === subscriptionRef && live.provider === provider.name ? live : undefined
      })

      const beginSubscription = Effect.fnUntraced(function* (
        purchase: Purchase,
        object: ProviderPayment,
        endsAt: Date
      ) {
        const { accountId, plan } = purchase
        const time = yield* now
        const replaced = yield* subscriptions.live(accountId)
        if (replaced !== undefined) yield* subscriptions.end(replaced, time)
        yield* purchases.abandonRenewals(accountId, null, time)
        const pollAt = renewalPollAt(provider, endsAt)
        return yield* subscriptions.begin(accountId, provider.name, object.subscriptionRef, plan, time, pollAt)
      })

      /** A plan that was paid and bought nothing must not go on being charged. */
      const forgo = Effect.fnUntraced(function* (
        { accountId, kind, plan }: Purchase,
        { subscriptionRef }: ProviderPayment
      ) {
        if (kind !== "plan" || subscriptionRef === null) return
        yield* subscriptions.forgo(accountId, provider.name, subscriptionRef, plan, yield* now)
      })

      const continueSubscription = Effect.fnUntraced(function* (live: Subscription, endsAt: Date) {
        yield* subscriptions.pollAgain(live, renewalPollAt(provider, endsAt))
        return live.id
      })

      const creditPlan = Effect.fnUntraced(function* (
        purchase: Purchase,
        object: ProviderPayment,
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
          payment: { provider: provider.name, ref: object.ref }
        })
        // Older grants keep their own expiry; only the plan they came with gives way.
        if (kind === "plan") yield* periods.endAll(accountId, time)
        yield* periods.begin(accountId, period, grantId, time)
        const subscriptionId =
          kind === "plan" || live === undefined
            ? yield* beginSubscription(purchase, object, period.endsAt)
            : yield* continueSubscription(live, period.endsAt)
        return yield* purchases.advance(purchase, "paid", object, { grantId, subscriptionId }, time)
      })

      const credit = Effect.fnUntraced(function* (purchase: Purchase, object: ProviderPayment) {
        const { accountId, kind, credits, expiresAt } = purchase
        const time = yield* now
        const live = yield* liveOf(accountId, object)
        const renews = live !== undefined && live.nextPlan !== null
        const current = yield* periods.current(accountId, time)
        const reason = refusal(purchase, { time, current, renews })
        if (reason !== undefined) {
          yield* forgo(purchase, object)
          return yield* purchases.advance(purchase, "refused", object, { reason, refundDue: true }, time)
        }
        if (kind !== "top_up" || expiresAt === null) return yield* creditPlan(purchase, object, live)
        const payment = { provider: provider.name, ref: object.ref }
        const grantId = yield* grants.ofPaymentWithin(accountId, {
          kind,
          credits,
          effectiveAt: time,
          expiresAt,
          payment
        })
        return yield* purchases.advance(purchase, "paid", object, { grantId }, time)
      })

      /** The money went back: what is left of the grant goes too, once, and a plan's month ends with it. */
      const reverse = Effect.fnUntraced(function* (
        purchase: Purchase,
        object: ProviderPayment,
        state: "refunded" | "disputed"
      ) {
        const { accountId, grantId } = purchase
        const time = yield* now
        if (grantId === null || purchase.state !== "paid") {
          yield* forgo(purchase, object)
          return yield* purchases.advance(purchase, state, object, {}, time)
        }
        const reason = state === "disputed" ? "dispute" : "refund"
        const { shortfall, expiresAt } = yield* grants.revokeWithin(accountId, grantId, reason)
        yield* periods.endOf(accountId, grantId, time)
        const live = yield* subscriptions.live(accountId)
        if (live !== undefined && live.id === purchase.subscriptionId && expiresAt > time) {
          yield* subscriptions.end(live, time)
          yield* purchases.abandonRenewals(accountId, null, time)
        }
        return yield* purchases.advance(purchase, state, object, { shortfall }, time)
      })

      const step = Effect.fnUntraced(function* (purchase: Purchase, object: ProviderPayment) {
        const next = nextState(purchase.state, object)
        switch (next) {
          case undefined:
            return object.refundedCents > purchase.refundedCents
              ? yield* purchases.notePartialRefund(purchase, object.refundedCents)
              : purchase
          case "paid":
            return yield* credit(purchase, object)
          case "refunded":
          case "disputed":
            return yield* reverse(purchase, object, next)
          case "pending":
          case "abandoned":
            return yield* purchases.advance(purchase, "abandoned", object, {}, yield* now)
        }
      })

      /** A renewal the provider made by itself is first heard of when it is paid; before that it is nothing to us. */
      const openRenewal = Effect.fnUntraced(function* (accountId: AccountId, object: ProviderPayment) {
        const { plan } = object
        if (plan === null || nextState("pending", object) !== "paid") return undefined
        const { creditsPerMonth } = plans[plan]
        const renewal = { kind: "renewal" as const, plan, units: null, credits: creditsPerMonth, expiresAt: null }
        const priced = { ...renewal, priceCents: object.amountCents }
        return yield* purchases.insert(accountId, provider.name, priced, yield* now)
      })

      const accountOf = Effect.fnUntraced(function* (object: ProviderPayment) {
        const known = yield* purchases.findPaid(provider.name, object)
        if (known !== undefined) return known.accountId
        if (object.purchaseId !== null || object.subscriptionRef === null) return undefined
        return (yield* subscriptions.findByRef(provider.name, object.subscriptionRef))?.accountId
      })

      const apply = Effect.fn("ApplyPayment.apply")(function* (object: ProviderPayment) {
        const accountId = yield* accountOf(object)
        if (accountId === undefined) return undefined
        yield* ledger.lock(accountId)
        // Read again: what was read before the lock may have changed since.
        const known = yield* purchases.findPaid(provider.name, object)
        const purchase = known ?? (object.purchaseId === null ? yield* openRenewal(accountId, object) : undefined)
        return purchase === undefined ? undefined : yield* step(purchase, object)
      })

      return ApplyPayment.of({ apply: (object) => Effect.orDie(sql.withTransaction(apply(object))) })
    })
  )
}
