/** A wish about plans or purchases that cannot be met, in words that say what to do. */
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
    "other_provider",
    "provider_refused"
  ]),
  detail: Schema.String
}) {
  override readonly message = this.detail
}

export class UnknownPurchase extends Schema.TaggedError<UnknownPurchase>()("UnknownPurchase", { id: PurchaseId }) {
  override readonly message = `There is no purchase ${this.id}.`
}

type Reason = PurchaseRefused["reason"]
const refused = (reason: Reason, detail: string) => new PurchaseRefused({ reason, detail })

export const refuse = {
  alreadyOn: (plan: PlanName) =>
    refused(
      "same_plan",
      `The account is on ${plans[plan].title} already; if it was cancelled or another plan is to follow, resume it.`
    ),
  topUpWithoutPlan: refused("no_plan", "Top-ups belong to a billing period; buy a plan first."),
  noTopUpsOn: (plan: PlanName) =>
    refused("plan_without_top_ups", `Top-ups need API Standard or higher; the account is on ${plans[plan].title}.`),
  notInUnits: refused(
    "bad_amount",
    `Top-ups are sold in units of ${topUpUnitCredits} credits, 1 to ${maxTopUpUnits} of them at a time.`
  ),
  tooManyPending: (count: number) =>
    refused("too_many_pending", `${count} purchases of the account wait for payment already; pay one of them first.`),
  notPaid: (id: PurchaseId, state: string) =>
    refused("not_paid", `Purchase ${id} is ${state}; only what was paid can be refunded.`),
  otherProvider: (id: PurchaseId, provider: string) =>
    refused("other_provider", `Purchase ${id} was made with HEDDLE_PAYMENTS=${provider}, which is not in use.`),
  noSubscription: (detail: string) => refused("no_subscription", detail),
  byProvider: (detail: string) => refused("provider_refused", detail)
}
