/** The plan that an operation requires. */
import { PlanRequired, type PlanName, plans, type Requirement } from "@heddle/api"
import { Effect } from "effect"

export const noPlan = () =>
  new PlanRequired({ detail: "The account has no current plan; ask the operator of this service for one." })

export const requirePlan = (
  { plan }: { readonly plan: PlanName | null },
  requires: Requirement
): Effect.Effect<void, PlanRequired> => {
  if (requires === "nothing") return Effect.void
  if (plan === null) return Effect.fail(noPlan())
  if (requires === "webhooks" && !plans[plan].webhooks) {
    return Effect.fail(
      new PlanRequired({
        detail: `Webhooks need API Standard or higher; the account is on ${plans[plan].title}.`
      })
    )
  }
  return Effect.void
}
