/**
 * An account's subscription: the plan in force, until when it is paid, and the next plan. A change is written first and
 * sent to the provider afterwards; reconciliation repeats a failed call.
 */
import { type AccountId, type PlanName, plans } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { audit } from "../../accounts/audit/AuditLog.ts"
import { lockAccount } from "../../accounts/customers/AccountRows.ts"
import type { UnknownAccount } from "../../accounts/customers/Accounts.ts"
import { makePlanPeriods, type PlanPeriod } from "../../credits/plans/PlanPeriods.ts"
import { atomically } from "../../database/client/Atomically.ts"
import { now } from "../../runtime/Time.ts"
import { PaymentProvider } from "../providers/PaymentProvider.ts"
import { makePurchaseRows } from "./PurchaseRows.ts"
import { type PurchaseRefused, rejections } from "./PurchaseRefused.ts"
import { renewalPollAt } from "./PlanRules.ts"
import { makeSubscriptionRows, type Subscription } from "./SubscriptionRows.ts"

/** With no plan in force only `nextPlan` can be set, when the renewal is late. */
export interface PlanState {
  /** The period in force now. */
  readonly current: PlanPeriod | null
  /** The end of the last paid period, including those paid ahead; null without a plan. */
  readonly paidUntil: Date | null
  /** The plan that follows once it is paid; null when none does. */
  readonly nextPlan: PlanName | null
  /** Whether the plan was bought; one that the operator gave cannot be cancelled or continued. */
  readonly subscribed: boolean
  /** Whether the payment provider renews the plan automatically. */
  readonly renewsByItself: boolean
}

export class Subscriptions extends Context.Service<
  Subscriptions,
  {
    state(accountId: AccountId): Effect.Effect<PlanState>
    /** The plan ends with the paid period. Idempotent. */
    cancel(accountId: AccountId): Effect.Effect<PlanState, UnknownAccount | PurchaseRefused>
    /** Undoes a cancellation or a scheduled downgrade. */
    resume(accountId: AccountId): Effect.Effect<PlanState, UnknownAccount | PurchaseRefused>
    /** Within the caller's transaction and lock: the plan ends now, and nothing renews it. */
    endWithin(accountId: AccountId): Effect.Effect<void>
    /** Within the caller's transaction and lock: schedules a plan for the end of the period. */
    setNextPlanWithin(accountId: AccountId, plan: PlanName): Effect.Effect<void, PurchaseRefused | SqlError.SqlError>
    /** Sends the next plan to the provider again, which shows whether the subscription is still active there. */
    tellAgain(subscription: Subscription): Effect.Effect<void>
    /** Sends the provider the changes it does not have yet, of one account or of all; failures are retried later. */
    syncProvider(accountId?: AccountId): Effect.Effect<void>
  }
>()("@heddle/server/billing/purchases/Subscriptions") {
  static readonly layer = Layer.effect(
    Subscriptions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const provider = yield* PaymentProvider
      const periods = makePlanPeriods(sql)
      const purchases = makePurchaseRows(sql)
      const subscriptions = makeSubscriptionRows(sql)

      const state = Effect.fn("Subscriptions.state")(function* (accountId: AccountId) {
        const time = yield* now
        const current = yield* periods.current(accountId, time)
        const last = yield* periods.last(accountId)
        const live = yield* subscriptions.live(accountId)
        const nextPlan = live?.nextPlan ?? null
        return {
          current: current ?? null,
          paidUntil: last !== undefined && last.endsAt > time ? last.endsAt : null,
          nextPlan,
          subscribed: live !== undefined,
          renewsByItself: nextPlan !== null && live?.providerRef !== null
        }
      }, Effect.orDie)

      /** Locks the account; its live subscription with the last period. */
      const lockLive = Effect.fnUntraced(function* (accountId: AccountId) {
        yield* lockAccount(sql, accountId)
        const live = yield* subscriptions.live(accountId)
        const last = yield* periods.last(accountId)
        return live === undefined || last === undefined ? undefined : { live, last }
      })

      /** Writes the next plan and schedules the poll that opens its renewal. */
      const schedule = Effect.fnUntraced(function* (live: Subscription, last: PlanPeriod, plan: PlanName | null) {
        const time = yield* now
        const opens = renewalPollAt(provider, last.endsAt)
        yield* subscriptions.setNextPlan(live, plan, opens > time ? opens : time)
        yield* purchases.abandonRenewals(live.accountId, plan, time)
      })

      const cancel = Effect.fn("Subscriptions.cancel")(
        function* (accountId: AccountId) {
          const found = yield* lockLive(accountId)
          if (found === undefined) {
            return yield* rejections.noSubscription(
              "The account has no subscription to cancel; a plan given by the operator ends on its own."
            )
          }
          if (found.live.nextPlan === null) return
          yield* schedule(found.live, found.last, null)
          yield* audit(sql, accountId, "plan.cancelled", {
            details: { plan: found.last.plan, endsAt: found.last.endsAt }
          })
        },
        (effect) => atomically(sql, effect)
      )

      const resume = Effect.fn("Subscriptions.resume")(
        function* (accountId: AccountId) {
          const found = yield* lockLive(accountId)
          if (found === undefined || found.last.endsAt <= (yield* now)) {
            return yield* rejections.noSubscription("The account has no subscription to resume; buy a plan instead.")
          }
          const { live, last } = found
          const current = yield* periods.current(accountId, yield* now)
          const plan = current?.plan ?? last.plan
          if (live.nextPlan === plan) return
          yield* schedule(live, last, plan)
          yield* audit(sql, accountId, "plan.resumed", { details: { plan } })
        },
        (effect) => atomically(sql, effect)
      )

      const endWithin = Effect.fn("Subscriptions.endWithin")(function* (accountId: AccountId) {
        const time = yield* now
        const live = yield* subscriptions.live(accountId)
        if (live !== undefined) yield* subscriptions.end(live, time)
        yield* purchases.abandonRenewals(accountId, null, time)
        yield* purchases.abandonTopUps(accountId, null, time)
        yield* periods.endAll(accountId, time)
      }, Effect.orDie)

      const setNextPlanWithin = Effect.fnUntraced(function* (accountId: AccountId, plan: PlanName) {
        const live = yield* subscriptions.live(accountId)
        const last = yield* periods.last(accountId)
        if (live === undefined || last === undefined) {
          return yield* rejections.noSubscription(
            `The plan was given by the operator and does not renew; buy ${plans[plan].title} when it has ended.`
          )
        }
        yield* schedule(live, last, plan)
        yield* audit(sql, accountId, "plan.scheduled", { details: { plan, from: last.endsAt } })
      })

      /** It was ended there, by its staff or after failed payments: nothing follows the paid period. */
      const endedAtProvider = Effect.fnUntraced(function* (subscription: Subscription) {
        yield* Effect.logWarning(`Subscription ${subscription.id} has ended at the payment provider and does not renew`)
        yield* subscriptions.setNextPlan(subscription, null, yield* now)
        return null
      })

      const sync = Effect.fnUntraced(function* (subscription: Subscription) {
        const syncing = yield* subscriptions.startSync(subscription, yield* now)
        if (syncing === undefined || syncing.providerRef === null) return
        const { id, providerRef, nextPlan } = syncing
        yield* provider.setRenewal(providerRef, nextPlan).pipe(
          Effect.as(nextPlan),
          Effect.catchTag("PaymentRefused", () => endedAtProvider(syncing)),
          Effect.flatMap((kept) => Effect.flatMap(now, (time) => subscriptions.setSynced(syncing, kept, time))),
          Effect.catchTag("PaymentUnavailable", (error) =>
            Effect.andThen(
              Effect.logWarning(
                `Subscription ${id} could not be updated at the payment provider; reconciliation tries again`,
                error
              ),
              Effect.flatMap(now, (time) => subscriptions.setUnknown(syncing, time))
            )
          )
        )
      })

      const syncProvider = Effect.fn("Subscriptions.syncProvider")(function* (accountId: AccountId | undefined) {
        yield* Effect.forEach(yield* subscriptions.unsynced(provider.name, yield* now, accountId), sync, {
          discard: true
        })
      }, Effect.orDie)

      /** Sends the change to the provider outside its transaction; returns the new state. */
      const andSync = <E>(change: (accountId: AccountId) => Effect.Effect<void, E>) =>
        Effect.fnUntraced(function* (accountId: AccountId) {
          yield* change(accountId)
          yield* syncProvider(accountId)
          return yield* state(accountId)
        })

      return Subscriptions.of({
        state,
        cancel: andSync(cancel),
        resume: andSync(resume),
        endWithin,
        setNextPlanWithin,
        tellAgain: (subscription) => Effect.orDie(sync(subscription)),
        syncProvider
      })
    })
  )
}
