/** Plans, top-ups and payments. */
import { BillingRpcs, PortalCaller, type PortalPlan, type PortalPurchase } from "@heddle/api/portal"
import { Effect } from "effect"
import { PaymentProvider } from "../../billing/providers/PaymentProvider.ts"
import { CustomerPortal } from "../../billing/purchases/CustomerPortal.ts"
import type { Purchase } from "../../billing/purchases/PurchaseRows.ts"
import { Purchases } from "../../billing/purchases/Purchases.ts"
import { type PlanState, Subscriptions } from "../../billing/purchases/Subscriptions.ts"
import { publicUrl, Settings } from "../../runtime/Settings.ts"
import { respond } from "./Failures.ts"
import { instant, instantOrNull } from "./Instants.ts"

const purchaseOf = (purchase: Purchase): PortalPurchase => ({
  id: purchase.id,
  kind: purchase.kind,
  plan: purchase.plan,
  credits: purchase.credits,
  priceCents: purchase.priceCents,
  refundedCents: purchase.refundedCents,
  state: purchase.state,
  reason: purchase.reason,
  checkoutUrl: purchase.checkoutUrl,
  createdAt: instant(purchase.createdAt)
})

export const BillingHandlers = BillingRpcs.toLayer(
  Effect.gen(function* () {
    const purchases = yield* Purchases
    const subscriptions = yield* Subscriptions
    const provider = yield* PaymentProvider
    const customers = yield* CustomerPortal
    const returnUrl = `${publicUrl(yield* Settings)}/portal/credits`

    const planOf = ({ current, paidUntil, nextPlan, subscribed, renewsByItself }: PlanState): PortalPlan => ({
      current: current === null ? null : { plan: current.plan, endsAt: instant(current.endsAt) },
      paidUntil: instantOrNull(paidUntil),
      nextPlan,
      subscribed,
      renewsByItself,
      provider: provider.name,
      hasCustomerPortal: customers.isOffered
    })

    return BillingRpcs.of({
      "billing.ShowPlan": Effect.fnUntraced(function* () {
        const { accountId } = yield* PortalCaller
        return planOf(yield* subscriptions.state(accountId))
      }),
      "billing.ListPurchases": Effect.fnUntraced(function* () {
        const { accountId } = yield* PortalCaller
        return (yield* Effect.orDie(purchases.list(accountId))).map(purchaseOf)
      }),
      "billing.BuyPlan": Effect.fnUntraced(function* ({ plan }) {
        const { accountId } = yield* PortalCaller
        const bought = yield* respond(purchases.subscribe(accountId, plan))
        return bought.outcome === "checkout"
          ? { outcome: bought.outcome, purchase: purchaseOf(bought.purchase) }
          : { outcome: bought.outcome, plan: planOf(bought.state) }
      }),
      "billing.BuyCredits": Effect.fnUntraced(function* ({ credits }) {
        const { accountId } = yield* PortalCaller
        return purchaseOf(yield* respond(purchases.topUp(accountId, credits)))
      }),
      "billing.CancelPlan": Effect.fnUntraced(function* () {
        const { accountId } = yield* PortalCaller
        return planOf(yield* respond(subscriptions.cancel(accountId)))
      }),
      "billing.OpenCustomerPortal": Effect.fnUntraced(function* () {
        const { accountId } = yield* PortalCaller
        return yield* respond(customers.open(accountId, returnUrl))
      }),
      "billing.ResumePlan": Effect.fnUntraced(function* () {
        const { accountId } = yield* PortalCaller
        return planOf(yield* respond(subscriptions.resume(accountId)))
      })
    })
  })
)
