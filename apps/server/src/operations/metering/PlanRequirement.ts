/** What an account needs before an operation runs. */
import { type Caller, PlanRequired, plans, type Requirement } from "@heddle/api"
import { Effect } from "effect"

export const requirePlan = Effect.fnUntraced(function* ({ plan }: Caller["Service"], requires: Requirement) {
  if (requires === "nothing") return
  if (plan === null) {
    return yield* new PlanRequired({
      detail: "The account has no current plan; ask the operator of this service for one."
    })
  }
  if (requires === "webhooks" && !plans[plan].webhooks) {
    return yield* new PlanRequired({
      detail: `Webhooks need API Standard or higher; the account is on ${plans[plan].title}.`
    })
  }
})
