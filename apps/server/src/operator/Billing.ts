/** What an operator does about plans, top-ups and payments; a part of `Operator`. */
import { Conflict, NotFound, type PlanName, Unavailable } from "@heddle/api"
import { Effect } from "effect"
import type { UnknownAccount } from "../accounts/customers/Accounts.ts"
import type { PaymentUnavailable } from "../billing/providers/PaymentProvider.ts"
import type { PurchaseRefused, UnknownPurchase } from "../billing/purchases/PurchaseRefused.ts"
import type { Purchase } from "../billing/purchases/PurchaseRows.ts"
import { Purchases } from "../billing/purchases/Purchases.ts"
import { type PlanState, Subscriptions } from "../billing/purchases/Subscriptions.ts"
import type { PlanInfo, PurchaseInfo, SubscribeResult } from "./BillingApi.ts"
import type { CommandFailed } from "./CommandFailed.ts"

type Refused = NotFound | Conflict | CommandFailed

export interface Billing {
  subscribe(accountId: string, plan: PlanName): Effect.Effect<typeof SubscribeResult.Type, Refused | Unavailable>
  cancelPlan(accountId: string): Effect.Effect<typeof PlanInfo.Type, Refused>
  resumePlan(accountId: string): Effect.Effect<typeof PlanInfo.Type, Refused>
  topUp(accountId: string, credits: number): Effect.Effect<typeof PurchaseInfo.Type, Refused | Unavailable>
  purchases(accountId: string): Effect.Effect<ReadonlyArray<typeof PurchaseInfo.Type>, NotFound | CommandFailed>
  confirm(purchaseId: string): Effect.Effect<typeof PurchaseInfo.Type, Refused | Unavailable>
  refund(purchaseId: string): Effect.Effect<typeof PurchaseInfo.Type, Refused | Unavailable>
}

const purchaseInfo = (purchase: Purchase): typeof PurchaseInfo.Type => ({
  id: purchase.id,
  account_id: purchase.accountId,
  kind: purchase.kind,
  plan: purchase.plan,
  credits: purchase.credits,
  price_usd: purchase.priceCents / 100,
  refunded_usd: purchase.refundedCents / 100,
  state: purchase.state,
  reason: purchase.reason,
  shortfall: purchase.shortfall,
  checkout_url: purchase.checkoutUrl,
  provider: purchase.provider,
  created_at: purchase.createdAt.toISOString()
})

const planInfo = ({ current, paidUntil, nextPlan, renewsByItself }: PlanState): typeof PlanInfo.Type => ({
  plan: current?.plan ?? null,
  paid_until: paidUntil?.toISOString() ?? null,
  next_plan: nextPlan,
  renews_by_itself: renewsByItself
})

const notFound = ({ message }: Error) => new NotFound({ detail: message })

const refusals = {
  UnknownAccount: (error: UnknownAccount) => Effect.fail(notFound(error)),
  PurchaseRefused: ({ detail }: PurchaseRefused) => Effect.fail(new Conflict({ detail }))
}
const unavailable = ({ detail }: PaymentUnavailable) =>
  Effect.fail(new Unavailable({ detail: `The payment provider did not answer; try again. ${detail}` }))

export const makeBilling = Effect.gen(function* () {
  const purchases = yield* Purchases
  const subscriptions = yield* Subscriptions
  const ofAccount = { ...refusals, PaymentUnavailable: unavailable }
  const ofPurchase = {
    UnknownPurchase: (error: UnknownPurchase) => Effect.fail(notFound(error)),
    PurchaseRefused: refusals.PurchaseRefused,
    PaymentUnavailable: unavailable
  }

  const billing: Billing = {
    subscribe: (accountId, plan) =>
      Effect.gen(function* () {
        const subscribed = yield* purchases.subscribe(accountId, plan)
        const purchase = subscribed.outcome === "checkout" ? purchaseInfo(subscribed.purchase) : null
        return { id: purchase?.id ?? null, purchase, account: planInfo(yield* subscriptions.state(accountId)) }
      }).pipe(Effect.catchTags(ofAccount)),
    cancelPlan: (accountId) => subscriptions.cancel(accountId).pipe(Effect.map(planInfo), Effect.catchTags(refusals)),
    resumePlan: (accountId) => subscriptions.resume(accountId).pipe(Effect.map(planInfo), Effect.catchTags(refusals)),
    topUp: (accountId, credits) =>
      purchases.topUp(accountId, credits).pipe(Effect.map(purchaseInfo), Effect.catchTags(ofAccount)),
    purchases: (accountId) =>
      purchases.list(accountId).pipe(
        Effect.map((all) => all.map(purchaseInfo)),
        Effect.mapError(notFound)
      ),
    confirm: (id) => purchases.confirm(id).pipe(Effect.map(purchaseInfo), Effect.catchTags(ofPurchase)),
    refund: (id) => purchases.refund(id).pipe(Effect.map(purchaseInfo), Effect.catchTags(ofPurchase))
  }
  return billing
})
