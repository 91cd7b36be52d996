/** What an account needs before an operation runs. */
import { PlanRequired, plans, type Requirement } from "@heddle/api"
import { Effect, Option } from "effect"
import { Accounts } from "../accounts/Accounts.ts"

export const requirePlan = Effect.fnUntraced(function* (accountId: string, requires: Requirement) {
  if (requires === "nothing") return
  const accounts = yield* Accounts
  const plan = Option.getOrUndefined(yield* accounts.currentPlan(accountId))
  if (plan === undefined) {
    return yield* new PlanRequired({
      detail: "The account has no current plan; ask the operator of this service for one."
    })
  }
  if (requires === "webhooks" && !plans[plan.name].webhooks) {
    return yield* new PlanRequired({
      detail: `Webhooks need API Standard or higher; the account is on ${plans[plan.name].title}.`
    })
  }
})
