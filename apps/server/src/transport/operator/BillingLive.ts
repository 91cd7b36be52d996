/** Plans, top-ups and payments on the operator port. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { Purchase } from "../../billing/purchases/PurchaseRows.ts"
import { Purchases } from "../../billing/purchases/Purchases.ts"
import { type PlanState, Subscriptions } from "../../billing/purchases/Subscriptions.ts"
import type { PlanInfo, PurchaseInfo } from "../../operator/BillingApi.ts"
import { AccountId, PurchaseId } from "../../operator/Fields.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { problemOf } from "./Problems.ts"

const purchaseInfo = (purchase: Purchase): typeof PurchaseInfo.Type => ({
  id: PurchaseId.make(purchase.id),
  account_id: AccountId.make(purchase.accountId),
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

export const BillingLive = HttpApiBuilder.group(
  OperatorApi,
  "billing",
  Effect.fn(function* (handlers) {
    const purchases = yield* Purchases
    const subscriptions = yield* Subscriptions
    return handlers.handleAll({
      subscribe: ({ params, payload }) =>
        Effect.gen(function* () {
          const subscribed = yield* purchases.subscribe(params.account_id, payload.plan)
          const purchase = subscribed.outcome === "checkout" ? purchaseInfo(subscribed.purchase) : null
          const account = planInfo(yield* subscriptions.state(params.account_id))
          return { id: purchase?.id ?? null, purchase, account }
        }).pipe(Effect.mapError(problemOf)),
      cancelPlan: ({ params }) =>
        subscriptions.cancel(params.account_id).pipe(Effect.map(planInfo), Effect.mapError(problemOf)),
      resumePlan: ({ params }) =>
        subscriptions.resume(params.account_id).pipe(Effect.map(planInfo), Effect.mapError(problemOf)),
      topUp: ({ params, payload }) =>
        purchases.topUp(params.account_id, payload.credits).pipe(Effect.map(purchaseInfo), Effect.mapError(problemOf)),
      purchases: ({ params }) =>
        purchases.list(params.account_id).pipe(
          Effect.map((all) => all.map(purchaseInfo)),
          Effect.mapError(problemOf)
        ),
      confirm: ({ params }) =>
        purchases.confirm(params.purchase_id).pipe(Effect.map(purchaseInfo), Effect.mapError(problemOf)),
      refund: ({ params }) =>
        purchases.refund(params.purchase_id).pipe(Effect.map(purchaseInfo), Effect.mapError(problemOf))
    })
  })
)
