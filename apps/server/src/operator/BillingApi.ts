/** Plans, top-ups and payments: the operator's calls and their schemas. */
import { AccountId, Conflict, NotFound, PlanName, Unavailable } from "@heddle/api"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { PurchaseId } from "../runtime/Ids.ts"
import { TopUpCredits } from "./Fields.ts"

export const PurchaseInfo = Schema.Struct({
  id: PurchaseId,
  account_id: AccountId,
  kind: Schema.Literals(["plan", "renewal", "top_up"]),
  plan: PlanName.annotate({ description: "What is bought; of a top-up, the plan whose price it has." }),
  credits: Schema.Int,
  price_usd: Schema.Finite,
  refunded_usd: Schema.Finite,
  state: Schema.Literals(["pending", "abandoned", "cancelled", "paid", "refused", "refunded", "disputed"]),
  reason: Schema.NullOr(Schema.String).annotate({ description: "Why a payment bought nothing." }),
  shortfall: Schema.NullOr(Schema.Int).annotate({
    description: "Credits that were spent or held when the rest was taken back."
  }),
  checkout_url: Schema.NullOr(Schema.String),
  provider: Schema.String,
  created_at: Schema.String
})

export const PlanInfo = Schema.Struct({
  plan: Schema.NullOr(PlanName).annotate({ description: "In force now." }),
  paid_until: Schema.NullOr(Schema.String),
  next_plan: Schema.NullOr(PlanName).annotate({ description: "Follows once it is paid; null when nothing does." }),
  renews_by_itself: Schema.Boolean
})

const SubscribeResult = Schema.Struct({
  id: Schema.NullOr(PurchaseId).annotate({
    description: "The purchase to pay; null when a lower plan is to follow."
  }),
  purchase: Schema.NullOr(PurchaseInfo),
  account: PlanInfo
})

const account = { params: { account_id: AccountId } }
const purchase = {
  params: { purchase_id: PurchaseId },
  success: PurchaseInfo,
  error: [NotFound, Conflict, Unavailable]
}

export class OperatorBilling extends HttpApiGroup.make("billing").add(
  HttpApiEndpoint.post("subscribe", "/accounts/:account_id/subscription", {
    ...account,
    payload: Schema.Struct({ plan: PlanName }),
    success: SubscribeResult,
    error: [NotFound, Conflict, Unavailable]
  }),
  HttpApiEndpoint.post("cancelPlan", "/accounts/:account_id/subscription/cancel", {
    ...account,
    success: PlanInfo,
    error: [NotFound, Conflict]
  }),
  HttpApiEndpoint.post("resumePlan", "/accounts/:account_id/subscription/resume", {
    ...account,
    success: PlanInfo,
    error: [NotFound, Conflict]
  }),
  HttpApiEndpoint.post("topUp", "/accounts/:account_id/top-ups", {
    ...account,
    payload: Schema.Struct({ credits: TopUpCredits }),
    success: PurchaseInfo,
    error: [NotFound, Conflict, Unavailable]
  }),
  HttpApiEndpoint.get("purchases", "/accounts/:account_id/purchases", {
    ...account,
    success: Schema.Array(PurchaseInfo),
    error: NotFound
  }),
  HttpApiEndpoint.get("payments", "/payments", {
    query: Schema.Struct({
      pending: Schema.optionalKey(Schema.Literal("true")).annotate({ description: "Only those that wait for payment." })
    }),
    success: Schema.Array(PurchaseInfo)
  }),
  HttpApiEndpoint.post("confirm", "/payments/:purchase_id/confirm", purchase),
  HttpApiEndpoint.post("refund", "/payments/:purchase_id/refund", purchase)
) {}
