/** Plans, top-ups and payments. */
import { NotFound } from "@heddle/api"
import { BillingRpcs, type PortalPlan, type PortalPurchase } from "@heddle/api/portal"
import { Effect, Schema } from "effect"
import { PaymentProvider } from "../../billing/providers/PaymentProvider.ts"
import { CustomerPortal } from "../../billing/purchases/CustomerPortal.ts"
import type { Purchase } from "../../billing/purchases/PurchaseRows.ts"
import { Orders } from "../../billing/purchases/Orders.ts"
import { Purchases } from "../../billing/purchases/Purchases.ts"
import { type PlanState, Subscriptions } from "../../billing/purchases/Subscriptions.ts"
import { PurchaseId } from "../../runtime/Ids.ts"
import { publicUrl, Settings } from "../../runtime/Settings.ts"
import { respond } from "./Failures.ts"
import { instant, instantOrNull } from "./Instants.ts"
import { ofAccount } from "./PortalCall.ts"

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
  createdAt: instant(purchase.createdAt),
  paidAt: instantOrNull(purchase.paidAt)
})

const orderOf = (id: string) =>
  Effect.mapError(
    Schema.decodeUnknownEffect(PurchaseId)(id),
    () => new NotFound({ detail: `There is no purchase ${id}.` })
  )

export const BillingHandlers = BillingRpcs.toLayer(
  Effect.gen(function* () {
    const purchases = yield* Purchases
    const subscriptions = yield* Subscriptions
    const provider = yield* PaymentProvider
    const customers = yield* CustomerPortal
    const orders = yield* Orders
    const settings = yield* Settings
    const { paymentInstructions, seller } = settings
    const returnUrl = `${publicUrl(settings)}/portal/credits`

    const planOf = ({ current, paidUntil, nextPlan, subscribed, renewsByItself }: PlanState): PortalPlan => ({
      current:
        current === null ? null : { plan: current.plan, endsAt: instant(current.endsAt), isTrial: current.isTrial },
      paidUntil: instantOrNull(paidUntil),
      nextPlan,
      subscribed,
      renewsByItself,
      provider: provider.name,
      instructions: provider.cancel === undefined ? "" : paymentInstructions,
      seller,
      hasCustomerPortal: customers.isOffered
    })

    return BillingRpcs.of({
      "billing.ShowPlan": ofAccount((accountId) => Effect.map(subscriptions.state(accountId), planOf)),
      "billing.ListPurchases": ofAccount((accountId) =>
        Effect.map(Effect.orDie(purchases.list(accountId)), (all) => all.map(purchaseOf))
      ),
      "billing.BuyPlan": ofAccount((accountId, { plan }) =>
        Effect.map(respond(purchases.subscribe(accountId, plan)), (bought) =>
          bought.outcome === "checkout"
            ? { outcome: bought.outcome, purchase: purchaseOf(bought.purchase) }
            : { outcome: bought.outcome, plan: planOf(bought.state) }
        )
      ),
      "billing.BuyCredits": ofAccount((accountId, { credits }) =>
        Effect.map(respond(purchases.topUp(accountId, credits)), purchaseOf)
      ),
      "billing.CancelOrder": ofAccount((accountId, { purchaseId }) =>
        Effect.map(respond(Effect.flatMap(orderOf(purchaseId), (id) => orders.cancel(accountId, id))), purchaseOf)
      ),
      "billing.CancelPlan": ofAccount((accountId) => Effect.map(respond(subscriptions.cancel(accountId)), planOf)),
      "billing.OpenCustomerPortal": ofAccount((accountId) => respond(customers.open(accountId, returnUrl))),
      "billing.ResumePlan": ofAccount((accountId) => Effect.map(respond(subscriptions.resume(accountId)), planOf))
    })
  })
)
