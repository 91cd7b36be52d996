/**
 * Plan periods: an account's plan is the one whose period covers the moment. A trigger keeps the periods of an account
 * from overlapping; they change only by ending early. Table: `plan_periods`. Run every statement in a transaction that
 * holds the account's row lock.
 */
import type { AccountId, PlanName } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { isInForce } from "./CurrentPlan.ts"
import { type GrantId, newId, type PlanPeriodId } from "../../runtime/Ids.ts"

export interface PlanPeriod {
  readonly id: PlanPeriodId
  readonly plan: PlanName
  readonly startsAt: Date
  readonly endsAt: Date
  /** Months are counted from here: the k-th period of a subscription ends at anchor + k months. */
  readonly anchorAt: Date
  readonly number: number
  /** Whether it is a trial, which any plan can be bought over. */
  readonly isTrial: boolean
}

export type NewPeriod = Omit<PlanPeriod, "id" | "isTrial">

export const makePlanPeriods = (sql: SqlClient.SqlClient) => {
  const columns = sql`id, plan, starts_at, ends_at, anchor_at, number, EXISTS (
    SELECT 1 FROM credit_grants g
    WHERE g.account_id = plan_periods.account_id AND g.id = plan_periods.grant_id AND g.kind = 'trial') AS is_trial`

  const current = (accountId: AccountId, time: Date) =>
    Effect.map(
      sql<PlanPeriod>`
        SELECT ${columns} FROM plan_periods
        WHERE account_id = ${accountId} AND ${isInForce(sql, time)}`,
      ([period]) => period
    )

  /** The period that ends last: in force, paid ahead, or lapsed. */
  const last = (accountId: AccountId) =>
    Effect.map(
      sql<PlanPeriod>`
        SELECT ${columns} FROM plan_periods WHERE account_id = ${accountId} AND starts_at < ends_at
        ORDER BY ends_at DESC LIMIT 1`,
      ([period]) => period
    )

  const begin = Effect.fnUntraced(function* (accountId: AccountId, period: NewPeriod, grantId: GrantId, time: Date) {
    yield* sql`
      INSERT INTO plan_periods (account_id, id, plan, starts_at, ends_at, anchor_at, number, grant_id, created_at)
      VALUES (${accountId}, ${yield* newId("period")}, ${period.plan}, ${period.startsAt}, ${period.endsAt},
        ${period.anchorAt}, ${period.number}, ${grantId}, ${time})`
  })

  /** Ends all periods at this time, including those paid ahead. */
  const endAll = (accountId: AccountId, time: Date) =>
    sql`
      UPDATE plan_periods SET ends_at = greatest(starts_at, ${time}) WHERE account_id = ${accountId} AND ends_at > ${time}`

  /** Ends the period of this grant; returns whether it had not ended yet. */
  const endOf = (accountId: AccountId, grantId: GrantId, time: Date) =>
    Effect.map(
      sql`
        UPDATE plan_periods SET ends_at = greatest(starts_at, ${time})
        WHERE account_id = ${accountId} AND grant_id = ${grantId} AND ends_at > ${time} AND starts_at < ends_at
        RETURNING id`,
      (rows) => rows.length > 0
    )

  return { current, last, begin, endAll, endOf }
}
