/** Plans, top-ups and payments on the operator port. */
import type { AccountId, PlanName } from "@heddle/api"
import { Effect, identity } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { Purchase } from "../../billing/purchases/PurchaseRows.ts"
import { Purchases } from "../../billing/purchases/Purchases.ts"
import { type PlanState, Subscriptions } from "../../billing/purchases/Subscriptions.ts"
import type { PlanInfo, PurchaseInfo } from "../../operator/BillingApi.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { answered } from "./Problems.ts"

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

export const BillingLive = HttpApiBuilder.group(
  OperatorApi,
  "billing",
  Effect.fn(function* (handlers) {
    const purchases = yield* Purchases
    const subscriptions = yield* Subscriptions
    const subscribe = Effect.fnUntraced(function* (accountId: AccountId, plan: PlanName) {
      const subscribed = yield* purchases.subscribe(accountId, plan)
      const purchase = subscribed.outcome === "checkout" ? purchaseInfo(subscribed.purchase) : null
      return { id: purchase?.id ?? null, purchase, account: planInfo(yield* subscriptions.state(accountId)) }
    })
    return handlers.handleAll({
      subscribe: ({ params, payload }) => answered(subscribe(params.account_id, payload.plan), identity),
      cancelPlan: ({ params }) => answered(subscriptions.cancel(params.account_id), planInfo),
      resumePlan: ({ params }) => answered(subscriptions.resume(params.account_id), planInfo),
      topUp: ({ params, payload }) => answered(purchases.topUp(params.account_id, payload.credits), purchaseInfo),
      purchases: ({ params }) => answered(purchases.list(params.account_id), (all) => all.map(purchaseInfo)),
      confirm: ({ params }) => answered(purchases.confirm(params.purchase_id), purchaseInfo),
      refund: ({ params }) => answered(purchases.refund(params.purchase_id), purchaseInfo)
    })
  })
)
