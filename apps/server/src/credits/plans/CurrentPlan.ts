/** Which plan is in force: the one rule, for whoever asks about one account or many. Reads `plan_periods`. */
import { type PlanName, plans } from "@heddle/api"
import type { SqlClient } from "effect/sql"

/** The plans that have webhooks. */
export const webhookPlans = Object.entries(plans).flatMap(([name, plan]) => (plan.webhooks ? [name] : []))

export interface CurrentPlan {
  readonly name: PlanName
  readonly endsAt: Date
}

/** What `joinPlanInForce` adds to a row; both null without a plan. */
export interface PlanColumns {
  readonly plan: PlanName | null
  readonly planEndsAt: Date | null
}

/** The condition on `plan_periods`: a period that has begun and not ended. An account has one at most. */
export const isInForce = (sql: SqlClient.SqlClient, time: Date) => sql`starts_at <= ${time} AND ends_at > ${time}`

/** Joins the period in force to a row with this account id. */
export const joinPlanInForce = (
  sql: SqlClient.SqlClient,
  accountId: "accounts.id" | "a.id" | "live.account_id",
  time: Date
) => sql`
  LEFT JOIN LATERAL (
    SELECT plan, ends_at AS plan_ends_at FROM plan_periods
    WHERE account_id = ${sql.literal(accountId)} AND ${isInForce(sql, time)}
  ) in_force ON true`

/** The condition that a plan with webhooks is in force for this account id. */
export const hasWebhookPlan = (sql: SqlClient.SqlClient, accountId: "r.account_id", time: Date) => sql`EXISTS (
  SELECT 1 FROM plan_periods
  WHERE account_id = ${sql.literal(accountId)} AND ${isInForce(sql, time)} AND ${sql.in("plan", webhookPlans)})`

export const currentPlanOf = ({ plan, planEndsAt }: PlanColumns): CurrentPlan | null =>
  plan !== null && planEndsAt !== null ? { name: plan, endsAt: planEndsAt } : null
