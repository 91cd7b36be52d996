/** Requests about plans and purchases that cannot be fulfilled. `detail` says what to do instead. */
import { maxTopUpUnits, type PlanName, plans, topUpUnitCredits } from "@heddle/api"
import { Schema } from "effect"
import { PurchaseId } from "../../runtime/Ids.ts"

export class PurchaseRefused extends Schema.TaggedError<PurchaseRefused>()("PurchaseRefused", {
  reason: Schema.Literals([
    "same_plan",
    "no_plan",
    "no_subscription",
    "plan_without_top_ups",
    "bad_amount",
    "too_many_pending",
    "not_paid",
    "not_open",
    "other_provider",
    "provider_refused",
    "no_customer_portal"
  ]),
  detail: Schema.String
}) {
  override readonly message = this.detail
}

export class UnknownPurchase extends Schema.TaggedError<UnknownPurchase>()("UnknownPurchase", { id: PurchaseId }) {
  override readonly message = `There is no purchase ${this.id}.`
}

type Reason = PurchaseRefused["reason"]
const rejected = (reason: Reason, detail: string) => new PurchaseRefused({ reason, detail })

export const rejections = {
  alreadyOn: (plan: PlanName) =>
    rejected(
      "same_plan",
      `The account is already on ${plans[plan].title}. If the plan was cancelled, or another plan is scheduled, resume it.`
    ),
  topUpWithoutPlan: rejected("no_plan", "Top-ups belong to a billing period; buy a plan first."),
  noTopUpsOn: (plan: PlanName) =>
    rejected("plan_without_top_ups", `Top-ups need API Standard or higher; the account is on ${plans[plan].title}.`),
  notInUnits: rejected(
    "bad_amount",
    `Top-ups are sold in units of ${topUpUnitCredits} credits, 1 to ${maxTopUpUnits} of them at a time.`
  ),
  tooManyPending: (count: number) =>
    rejected(
      "too_many_pending",
      `${count} purchases of the account wait for payment or were cancelled within a day; pay one of them, or wait.`
    ),
  notPaid: (id: PurchaseId, state: string) =>
    rejected("not_paid", `Purchase ${id} is ${state}; only paid purchases can be refunded.`),
  notOpen: (id: PurchaseId, state: string) =>
    rejected("not_open", `Order ${id} is ${state}; only an order that waits for payment can be cancelled.`),
  notToBeCancelled: (id: PurchaseId) =>
    rejected(
      "not_open",
      `Purchase ${id} cannot be cancelled: only a plan or top-up that is paid by hand can. To end a plan, cancel the plan.`
    ),
  cancelled: (id: PurchaseId) =>
    rejected("not_open", `The customer has cancelled order ${id}. Return the money, or ask for a new order.`),
  otherProvider: (id: PurchaseId, provider: string) =>
    rejected("other_provider", `Purchase ${id} was made with the payment provider ${provider}, which is not in use.`),
  noCustomerPortal: (provider: string) =>
    rejected("no_customer_portal", `The payment provider ${provider} has no page for customers.`),
  noSubscription: (detail: string) => rejected("no_subscription", detail),
  byProvider: (detail: string) => rejected("provider_refused", detail)
}
