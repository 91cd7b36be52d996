/** Plans, top-ups and payments. */
import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { Count, Text } from "../Parameters.ts"
import { PlanName } from "../Plans.ts"
import { Instant, PortalProblem, PortalSession } from "./PortalSession.ts"

export const PortalPurchase = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["plan", "renewal", "top_up"]),
  plan: PlanName,
  credits: Count,
  priceCents: Count,
  refundedCents: Count,
  state: Schema.Literals(["pending", "abandoned", "cancelled", "paid", "refused", "refunded", "disputed"]),
  /** Why a payment bought nothing. */
  reason: Schema.NullOr(Schema.String),
  /** Where to pay; null when the operator confirms the payment by hand. */
  checkoutUrl: Schema.NullOr(Schema.String),
  createdAt: Instant,
  paidAt: Schema.NullOr(Instant)
})
export type PortalPurchase = typeof PortalPurchase.Type

export const PortalPlan = Schema.Struct({
  /** A trial ends by itself, and any plan can be bought before. */
  current: Schema.NullOr(Schema.Struct({ plan: PlanName, endsAt: Instant, isTrial: Schema.Boolean })),
  paidUntil: Schema.NullOr(Instant),
  nextPlan: Schema.NullOr(PlanName),
  /** Whether the plan was bought; one that the operator gave ends by itself. */
  subscribed: Schema.Boolean,
  renewsByItself: Schema.Boolean,
  /** `manual`: the operator confirms payments by hand. */
  provider: Schema.String,
  /** How to pay by hand, as the operator wrote it; empty without. */
  instructions: Schema.String,
  /** Who sells, for receipts; empty when the operator says nothing. */
  seller: Schema.String,
  /** Whether the provider has a page where customers see invoices and change their payment method. */
  hasCustomerPortal: Schema.Boolean
})
export type PortalPlan = typeof PortalPlan.Type

const error = PortalProblem

export class BillingRpcs extends RpcGroup.make(
  Rpc.make("ShowPlan", { success: PortalPlan }),
  Rpc.make("ListPurchases", { success: Schema.Array(PortalPurchase) }),
  Rpc.make("BuyPlan", {
    payload: { plan: PlanName },
    success: Schema.Union([
      Schema.Struct({ outcome: Schema.Literal("checkout"), purchase: PortalPurchase }),
      /** A lower plan follows at the end of the period. */
      Schema.Struct({ outcome: Schema.Literal("scheduled"), plan: PortalPlan })
    ]),
    error
  }),
  Rpc.make("BuyCredits", { payload: { credits: Count }, success: PortalPurchase, error }),
  /** Takes back an order that nobody has confirmed. */
  Rpc.make("CancelOrder", { payload: { purchaseId: Text }, success: PortalPurchase, error }),
  Rpc.make("CancelPlan", { success: PortalPlan, error }),
  Rpc.make("ResumePlan", { success: PortalPlan, error }),
  /** The address of the provider's page for this customer. */
  Rpc.make("OpenCustomerPortal", { success: Schema.Struct({ url: Schema.String }), error })
)
  .prefix("billing.")
  .middleware(PortalSession) {}
