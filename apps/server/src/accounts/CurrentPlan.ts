/** Which plan is in force: the one rule, for whoever reads the columns `plan` and `plan_ends_at` of `accounts`. */
import type { PlanName } from "@heddle/api"

export interface CurrentPlan {
  readonly name: PlanName
  readonly endsAt: Date
}

export interface PlanColumns {
  readonly plan: PlanName | null
  readonly planEndsAt: Date | null
}

/** A plan is in force up to, not including, the moment it ends. */
export const currentPlanOf = ({ plan, planEndsAt }: PlanColumns, time: Date): CurrentPlan | null =>
  plan !== null && planEndsAt !== null && planEndsAt > time ? { name: plan, endsAt: planEndsAt } : null
