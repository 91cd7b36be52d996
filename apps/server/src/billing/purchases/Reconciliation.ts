/**
 * Recovers from lost events, failed calls and crashes between two steps: polls the provider, at growing intervals, for
 * everything that is still open. Several processes may run it at once.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import { makePlanPeriods } from "../../credits/plans/PlanPeriods.ts"
import { now, plusMillis } from "../../runtime/Time.ts"
import { ApplyPayment } from "./ApplyPayment.ts"
import { PaymentProvider, type PaymentUnavailable } from "../providers/PaymentProvider.ts"
import { type DuePurchase, makePurchaseRows } from "./PurchaseRows.ts"
import { Purchases } from "./Purchases.ts"
import { lapsedMillis, nextRenewalPollAt, renewalPollAt } from "./PlanRules.ts"
import { makeSubscriptionRows, type Subscription } from "./SubscriptionRows.ts"
import { Subscriptions } from "./Subscriptions.ts"

/** How long other processes leave a subscription to the process that claimed it. */
const claimMillis = 60_000

export class Reconciliation extends Context.Service<
  Reconciliation,
  {
    /** One pass over what is due; returns how many purchases and subscriptions it checked. */
    readonly run: Effect.Effect<number>
  }
>()("@heddle/server/billing/purchases/Reconciliation") {
  static readonly layer = Layer.effect(
    Reconciliation,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const provider = yield* PaymentProvider
      const ledger = yield* Ledger
      const payments = yield* ApplyPayment
      const purchases = yield* Purchases
      const subscriptions = yield* Subscriptions
      const periods = makePlanPeriods(sql)
      const purchaseRows = makePurchaseRows(sql)
      const rows = makeSubscriptionRows(sql)

      /** All are applied before any is refunded: a refund that fails must not keep later months from the customer. */
      const applyRenewals = Effect.fnUntraced(function* ({ providerRef }: Subscription) {
        if (providerRef === null) return
        const newestFirst = yield* provider.renewals(providerRef)
        const applied = yield* Effect.forEach(newestFirst.toReversed(), payments.apply)
        for (const purchase of applied) if (purchase?.refundDue === true) yield* purchases.refresh(purchase)
      })

      /** The period is over and its renewal has not come: perhaps the provider has ended the subscription. */
      const askWhenLate = Effect.fnUntraced(function* (subscription: Subscription) {
        const { accountId, nextPlan } = subscription
        if (!provider.renewsByItself || nextPlan === null) return
        const last = yield* periods.last(accountId)
        if (last !== undefined && last.endsAt <= (yield* now)) yield* subscriptions.tellAgain(subscription)
      }, Effect.orDie)

      /** Ends a lapsed subscription or opens its renewal, and schedules the next poll. */
      const advance = Effect.fnUntraced(function* (claimed: Subscription) {
        const { accountId } = claimed
        const time = yield* now
        yield* ledger.lock(accountId)
        const live = yield* rows.live(accountId)
        const last = yield* periods.last(accountId)
        if (live === undefined || live.id !== claimed.id || last === undefined) {
          return yield* Effect.asVoid(rows.pollAgain(claimed, null))
        }
        if (plusMillis(last.endsAt, lapsedMillis) <= time) {
          yield* rows.end(live, time)
          yield* purchaseRows.abandonRenewals(accountId, null, time)
          return
        }
        const opens = renewalPollAt(provider, last.endsAt)
        if (provider.renewsByItself || opens > time) {
          const pollAt = opens > time ? opens : nextRenewalPollAt(last.endsAt, time)
          return yield* Effect.asVoid(rows.pollAgain(live, pollAt))
        }
        yield* rows.pollAgain(live, plusMillis(last.endsAt, lapsedMillis))
        if (live.nextPlan === null) return
        return yield* purchases.openRenewalWithin(accountId, live.nextPlan)
      })

      const reconcile = Effect.fnUntraced(function* (subscription: Subscription) {
        yield* applyRenewals(subscription)
        yield* askWhenLate(subscription)
        const opened = yield* sql.withTransaction(advance(subscription)).pipe(
          Effect.catchTag("PurchaseRefused", ({ detail }) => Effect.logWarning(`No renewal was opened: ${detail}`)),
          Effect.catchTag("SqlError", Effect.die)
        )
        if (opened !== undefined) yield* purchases.refresh(opened)
      })

      const poll = Effect.fnUntraced(function* (purchase: DuePurchase) {
        yield* purchases.refresh(purchase)
        yield* Effect.orDie(purchaseRows.setPolled(purchase, yield* now))
      })

      const run = Effect.gen(function* () {
        const time = yield* now
        yield* subscriptions.syncProvider()
        const duePurchases = yield* purchaseRows.takeDue(provider.name, time)
        yield* Effect.forEach(duePurchases, (purchase) => retryLater(poll(purchase)), { discard: true })
        const dueSubscriptions = yield* rows.takeDue(provider.name, time, plusMillis(time, claimMillis))
        yield* Effect.forEach(dueSubscriptions, (subscription) => retryLater(reconcile(subscription)), {
          discard: true
        })
        return duePurchases.length + dueSubscriptions.length
      }).pipe(Effect.orDie, Effect.withSpan("Reconciliation.run"))

      return Reconciliation.of({ run })
    })
  )
}

/** Leaves a payment that the provider did not answer for to a later pass, and continues this one. */
const retryLater = <A>(effect: Effect.Effect<A, PaymentUnavailable>) =>
  Effect.catch(effect, (error) => Effect.logWarning("The payment provider did not respond; trying again later", error))
