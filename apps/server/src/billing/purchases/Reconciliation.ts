/**
 * What makes up for events that never came, for calls that failed and for crashes between two steps: everything that
 * is still open is asked for at the provider, at growing intervals. Safe in several processes at once.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import { makePlanPeriods } from "../../credits/plans/PlanPeriods.ts"
import { now, plusMillis } from "../../runtime/Time.ts"
import { ApplyPayment } from "./ApplyPayment.ts"
import { type ProviderPayment, PaymentProvider, type PaymentUnavailable } from "../providers/PaymentProvider.ts"
import { makePurchaseRows } from "./PurchaseRows.ts"
import { Purchases } from "./Purchases.ts"
import { lapsedMillis, nextRenewalPollAt, renewalPollAt } from "./RenewalTimes.ts"
import { makeSubscriptionRows, type Subscription } from "./SubscriptionRows.ts"
import { Subscriptions } from "./Subscriptions.ts"

/** While one process works on a subscription, others leave it alone for this long. */
const takenMillis = 60_000

export class Reconciliation extends Context.Service<
  Reconciliation,
  {
    /** One pass over what is due; answers how many objects were looked at. */
    readonly run: Effect.Effect<number>
  }
>()("@heddle/server/billing/purchases/Reconciliation") {
  static readonly layer = Layer.effect(
    Reconciliation,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const provider = yield* PaymentProvider
      const ledger = yield* Ledger
      const crediting = yield* ApplyPayment
      const purchases = yield* Purchases
      const wishes = yield* Subscriptions
      const periods = makePlanPeriods(sql)
      const purchaseRows = makePurchaseRows(sql)
      const rows = makeSubscriptionRows(sql)

      const apply = Effect.fnUntraced(function* (object: ProviderPayment) {
        const purchase = yield* crediting.apply(object)
        if (purchase?.refundDue === true) yield* purchases.refresh(purchase)
      })

      const renewals = Effect.fnUntraced(function* ({ providerRef }: Subscription) {
        if (providerRef === null) return
        const newestFirst = yield* provider.renewals(providerRef)
        yield* Effect.forEach(newestFirst.toReversed(), apply, { discard: true })
      })

      /** Ends what has lapsed for long, opens renewals where that is ours to do, and says when to look again. */
      const standOf = Effect.fnUntraced(function* (taken: Subscription) {
        const { accountId } = taken
        const time = yield* now
        yield* ledger.lock(accountId)
        const live = yield* rows.live(accountId)
        const last = yield* periods.last(accountId)
        if (live === undefined || live.id !== taken.id || last === undefined) {
          return yield* Effect.asVoid(rows.pollAgain(taken, null))
        }
        if (plusMillis(last.endsAt, lapsedMillis) <= time) {
          yield* rows.end(live, time)
          yield* purchaseRows.abandonRenewals(accountId, null, time)
          return
        }
        const opens = renewalPollAt(provider, last.endsAt)
        if (provider.renewsByItself || opens > time) {
          const again = opens > time ? opens : nextRenewalPollAt(last.endsAt, time)
          return yield* Effect.asVoid(rows.pollAgain(live, again))
        }
        yield* rows.pollAgain(live, plusMillis(last.endsAt, lapsedMillis))
        if (live.nextPlan === null) return
        return yield* purchases.openRenewalWithin(accountId, live.nextPlan)
      })

      const look = Effect.fnUntraced(function* (subscription: Subscription) {
        yield* renewals(subscription)
        const opened = yield* sql.withTransaction(standOf(subscription)).pipe(
          Effect.catchTag("PurchaseRefused", ({ detail }) => Effect.logWarning(`No renewal was opened: ${detail}`)),
          Effect.catchTag("SqlError", Effect.die)
        )
        if (opened !== undefined) yield* purchases.refresh(opened)
      })

      const run = Effect.gen(function* () {
        const time = yield* now
        yield* wishes.tellProvider()
        const due = yield* purchaseRows.takeDue(provider.name, time)
        yield* Effect.forEach(due, (purchase) => later(purchases.refresh(purchase)), { discard: true })
        const standing = yield* rows.takeDue(provider.name, time, plusMillis(time, takenMillis))
        yield* Effect.forEach(standing, (subscription) => later(look(subscription)), { discard: true })
        return due.length + standing.length
      }).pipe(Effect.orDie, Effect.withSpan("Reconciliation.run"))

      return Reconciliation.of({ run })
    })
  )
}

/** A provider that does not answer is asked again later; the rest of the pass goes on. */
const later = <A>(effect: Effect.Effect<A, PaymentUnavailable>) =>
  Effect.catch(effect, (error) => Effect.logWarning("The payment provider did not answer; it is asked again", error))
