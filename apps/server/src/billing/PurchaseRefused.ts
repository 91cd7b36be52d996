/** A wish about plans or purchases that cannot be met, in words that say what to do. */
import { Schema } from "effect"

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

export class UnknownPurchase extends Schema.TaggedError<UnknownPurchase>()("UnknownPurchase", { id: Schema.String }) {
  override readonly message = `There is no purchase ${this.id}.`
}
