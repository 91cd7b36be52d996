/**
 * The periods of a plan: which plan an account has is the period that covers the moment. Periods of one account never
 * overlap (a trigger refuses it) and change only by being cut short. Table: `plan_periods`. Every statement belongs in
 * a transaction that holds the account's row lock.
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
  /** Where the months of this chain of periods are counted from; the k-th ends at anchor + k months. */
  readonly anchorAt: Date
  readonly number: number
}

export type NewPeriod = Omit<PlanPeriod, "id">

export const makePlanPeriods = (sql: SqlClient.SqlClient) => {
  const columns = sql`id, plan, starts_at, ends_at, anchor_at, number`

  const current = (accountId: AccountId, time: Date) =>
    Effect.map(
      sql<PlanPeriod>`
        SELECT ${columns} FROM plan_periods
        WHERE account_id = ${accountId} AND ${isInForce(sql, time)}`,
      ([period]) => period
    )

  /** The period that ends last: the one in force, one paid ahead, or the one that lapsed. */
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

  /** Cuts everything at this moment, what was paid ahead included. */
  const endAll = (accountId: AccountId, time: Date) =>
    sql`
      UPDATE plan_periods SET ends_at = greatest(starts_at, ${time}) WHERE account_id = ${accountId} AND ends_at > ${time}`

  /** Cuts the period this grant came with; answers whether any of it was still to come. */
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
