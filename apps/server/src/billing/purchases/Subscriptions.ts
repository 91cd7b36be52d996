/**
 * An account's plan as it goes on: what is in force, until when, and what follows. What the customer wants is written
 * first and told to the provider afterwards; reconciliation tells it again when that failed.
 */
import { type AccountId, type PlanName, plans } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { lockAccount } from "../../accounts/customers/AccountLock.ts"
import type { UnknownAccount } from "../../accounts/customers/Accounts.ts"
import { makePlanPeriods, type PlanPeriod } from "../../credits/plans/PlanPeriods.ts"
import { atomically } from "../../database/client/Atomically.ts"
import { now } from "../../runtime/Time.ts"
import { PaymentProvider } from "../providers/PaymentProvider.ts"
import { makePurchaseRows } from "./PurchaseRows.ts"
import { type PurchaseRefused, refuse } from "./PurchaseRefused.ts"
import { renewalPollAt } from "./RenewalTimes.ts"
import { makeSubscriptionRows, type Subscription } from "./SubscriptionRows.ts"

/** Where an account stands. Without a plan in force only `nextPlan` can be set: its renewal is late. */
export interface PlanState {
  /** The period in force now. */
  readonly current: PlanPeriod | null
  /** The end of what is paid, with what is paid ahead; null without a plan. */
  readonly paidUntil: Date | null
  /** The plan that follows then, once it is paid; null when nothing does. */
  readonly nextPlan: PlanName | null
  /** Whether the payment provider renews it without anyone doing anything. */
  readonly renewsByItself: boolean
}

export class Subscriptions extends Context.Service<
  Subscriptions,
  {
    state(accountId: AccountId): Effect.Effect<PlanState>
    /** The plan ends with what is paid. Doing it twice is doing it once. */
    cancel(accountId: AccountId): Effect.Effect<PlanState, UnknownAccount | PurchaseRefused>
    /** The plan goes on as it is: takes back a cancellation or a plan that was to follow. */
    resume(accountId: AccountId): Effect.Effect<PlanState, UnknownAccount | PurchaseRefused>
    /** Within the caller's transaction and lock: a lower plan follows at the period's end. */
    followWithin(accountId: AccountId, plan: PlanName): Effect.Effect<void, PurchaseRefused | SqlError.SqlError>
    /** Tells the provider what it does not know yet, of one account or of all; what fails is told again later. */
    tellProvider(accountId?: AccountId): Effect.Effect<void>
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
          renewsByItself: nextPlan !== null && live?.providerRef !== null
        }
      }, Effect.orDie)

      /** The live subscription with the last period, which the account's lock keeps as they are. */
      const standing = Effect.fnUntraced(function* (accountId: AccountId) {
        yield* lockAccount(sql, accountId)
        const live = yield* subscriptions.live(accountId)
        const last = yield* periods.last(accountId)
        return live === undefined || last === undefined ? undefined : { live, last }
      })

      /** Writes what follows, so that reconciliation looks at it next. */
      const follow = Effect.fnUntraced(function* (live: Subscription, last: PlanPeriod, plan: PlanName | null) {
        const time = yield* now
        const opens = renewalPollAt(provider, last.endsAt)
        yield* subscriptions.setNextPlan(live, plan, opens > time ? opens : time)
        yield* purchases.abandonRenewals(live.accountId, plan, time)
      })

      const cancel = Effect.fn("Subscriptions.cancel")(
        function* (accountId: AccountId) {
          const found = yield* standing(accountId)
          if (found === undefined) {
            return yield* refuse.noSubscription(
              "The account has no subscription to cancel; a plan the operator gave ends by itself."
            )
          }
          if (found.live.nextPlan !== null) yield* follow(found.live, found.last, null)
        },
        (effect) => atomically(sql, effect)
      )

      const resume = Effect.fn("Subscriptions.resume")(
        function* (accountId: AccountId) {
          const found = yield* standing(accountId)
          if (found === undefined || found.last.endsAt <= (yield* now)) {
            return yield* refuse.noSubscription("The account has no subscription to resume; buy a plan instead.")
          }
          const { live, last } = found
          const current = yield* periods.current(accountId, yield* now)
          const plan = current?.plan ?? last.plan
          if (live.nextPlan !== plan) yield* follow(live, last, plan)
        },
        (effect) => atomically(sql, effect)
      )

      const followWithin = Effect.fnUntraced(function* (accountId: AccountId, plan: PlanName) {
        const live = yield* subscriptions.live(accountId)
        const last = yield* periods.last(accountId)
        if (live === undefined || last === undefined) {
          return yield* refuse.noSubscription(
            `The plan was given by the operator and does not renew; buy ${plans[plan].title} when it has ended.`
          )
        }
        yield* follow(live, last, plan)
      })

      const tell = Effect.fnUntraced(
        function* (subscription: Subscription) {
          const { providerRef, nextPlan } = subscription
          if (providerRef === null) return
          yield* provider.setRenewal(providerRef, nextPlan)
          yield* subscriptions.setTold(subscription, nextPlan, yield* now)
        },
        (effect, { id }) =>
          Effect.catch(effect, (error) =>
            Effect.logWarning(`The payment provider was not told about subscription ${id}; it will be`, error)
          )
      )

      const tellProvider = Effect.fn("Subscriptions.tellProvider")(function* (accountId: AccountId | undefined) {
        yield* Effect.forEach(yield* subscriptions.untold(provider.name, accountId), tell, { discard: true })
      }, Effect.orDie)

      /** The state after a change, told to the provider outside its transaction. */
      const changed = <E>(change: (accountId: AccountId) => Effect.Effect<void, E>) =>
        Effect.fnUntraced(function* (accountId: AccountId) {
          yield* change(accountId)
          yield* tellProvider(accountId)
          return yield* state(accountId)
        })

      return Subscriptions.of({
        state,
        cancel: changed(cancel),
        resume: changed(resume),
        followWithin,
        tellProvider
      })
    })
  )
}
