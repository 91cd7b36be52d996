/** The only definition of which plan is in force, for one account or many. Reads `plan_periods`. */
import { type PlanName, plans } from "@heddle/api"
import type { SqlClient } from "effect/sql"

/** The names of the plans with webhooks. */
export const webhookPlans = Object.entries(plans).flatMap(([name, plan]) => (plan.webhooks ? [name] : []))

export interface CurrentPlan {
  readonly name: PlanName
  readonly endsAt: Date
}

/** The columns that `joinPlanInForce` adds to a row; both null without a plan. */
export interface PlanColumns {
  readonly plan: PlanName | null
  readonly planEndsAt: Date | null
}

/** Joins the period in force, of which there is at most one, to a row with this account id. */
export const joinPlanInForce = (sql: SqlClient.SqlClient, accountId: "accounts.id" | "a.id", time: Date) => sql`
  LEFT JOIN LATERAL (
    SELECT p.plan, p.ends_at AS plan_ends_at FROM plan_periods p
    WHERE p.account_id = ${sql.literal(accountId)} AND p.starts_at <= ${time} AND p.ends_at > ${time}
  ) in_force ON true`

export const currentPlanOf = ({ plan, planEndsAt }: PlanColumns): CurrentPlan | null =>
  plan !== null && planEndsAt !== null ? { name: plan, endsAt: planEndsAt } : null
