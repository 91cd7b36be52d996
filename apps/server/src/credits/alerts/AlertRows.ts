/**
 * The statements of the notices, one each, without policy. Tables: `credit_notices`, `told_expiries`; reads grants,
 * entries of one account, and whether an account has webhook rules.
 */
import { type AccountId, webhookEventPrice } from "@heddle/api"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { joinPlanInForce, webhookPlans } from "../plans/CurrentPlan.ts"
import { dayMillis, hourMillis, plusMillis } from "../../runtime/Time.ts"
import { quietMillis } from "./AlertEvaluator.ts"
import { defaultBelowPercent } from "./AlertSettings.ts"
import type { Expired } from "./AlertMessages.ts"
import type { GrantId } from "../../runtime/Ids.ts"

/** How long after its end an expired grant can still be told of; a longer silence of the service tells nothing. */
const expiryWindowMillis = dayMillis
const weekMillis = 7 * dayMillis

export interface StandingRow {
  readonly threshold: number | null
  readonly floor: number
  readonly lowToldAt: Date | null
  readonly outToldAt: Date | null
  readonly newestGrantAt: Date
}

export type ExpiredRow = Expired & { readonly grantId: GrantId }

/** Built once by `BalanceAlerts`, its only user. */
export const makeNoticeRows = (sql: SqlClient.SqlClient) => {
  /**
   * Accounts with grants in force that want notices. `credits` is what the grants cache as free: holds of a process
   * that died are still taken off, so it can be below what the ledger would say, never above.
   */
  const standings = (time: Date) => sql`
    SELECT live.account_id AS id, live.credits, live.newest, n.low_told_at, n.out_told_at,
      coalesce(n.below_credits, live.of_plan * coalesce(n.below_percent, ${defaultBelowPercent}) / 100) AS threshold,
      coalesce(${sql.in("in_force.plan", webhookPlans)}, false)
        AND EXISTS (SELECT 1 FROM webhook_rules w WHERE w.account_id = live.account_id) AS has_rules
    FROM (
      SELECT g.account_id, sum(g.amount - g.spent - g.held)::bigint AS credits, max(g.created_at) AS newest,
        max(g.amount) FILTER (WHERE g.kind = 'plan') AS of_plan
      FROM credit_grants g
      WHERE g.expires_at > ${time} AND g.effective_at <= ${time} AND (g.revoked_at IS NULL OR g.revoked_at > ${time})
      GROUP BY g.account_id
    ) live
    ${joinPlanInForce(sql, "live.account_id", time)}
    LEFT JOIN credit_notices n ON n.account_id = live.account_id
    WHERE coalesce(n.enabled, true)`

  /** Every account for which a closer look can find something to tell or to arm again. */
  const candidates = (time: Date) =>
    Effect.map(
      sql<{ id: AccountId }>`
        SELECT s.id FROM (${standings(time)}) s
        WHERE (s.low_told_at IS NULL AND s.credits < s.threshold)
          OR (s.out_told_at IS NULL AND (s.credits < 1 OR (s.credits < ${webhookEventPrice} AND s.has_rules)))
          OR (s.low_told_at IS NOT NULL AND s.credits >= coalesce(s.threshold, 1)
            AND (s.newest > s.low_told_at OR s.low_told_at <= ${plusMillis(time, -quietMillis)}))
          OR (s.out_told_at IS NOT NULL AND s.credits >= 1
            AND (s.newest > s.out_told_at
              OR (s.credits >= coalesce(s.threshold, 1) AND s.out_told_at <= ${plusMillis(time, -quietMillis)})))`,
      (rows) => rows.map(({ id }) => id)
    )

  const standing = (accountId: AccountId, time: Date) =>
    Effect.map(
      sql<StandingRow>`
        SELECT s.threshold, s.low_told_at, s.out_told_at, s.newest AS newest_grant_at,
          CASE WHEN s.has_rules THEN ${webhookEventPrice}::int ELSE 1 END AS floor
        FROM (${standings(time)}) s WHERE s.id = ${accountId}`,
      (rows) => Option.fromNullishOr(rows[0])
    )

  const setTold = (accountId: AccountId, lowToldAt: Date | null, outToldAt: Date | null) =>
    Effect.asVoid(sql`
      INSERT INTO credit_notices (account_id, low_told_at, out_told_at) VALUES (${accountId}, ${lowToldAt}, ${outToldAt})
      ON CONFLICT (account_id) DO UPDATE SET
        low_told_at = EXCLUDED.low_told_at, out_told_at = EXCLUDED.out_told_at`)

  /** Accounts with a grant that ended a short while ago with something left, and has not been told of. */
  const withExpired = (time: Date) =>
    Effect.map(
      sql<{ id: AccountId }>`
        SELECT DISTINCT g.account_id AS id FROM credit_grants g
        LEFT JOIN credit_notices n ON n.account_id = g.account_id
        WHERE g.expires_at > ${plusMillis(time, -expiryWindowMillis)} AND g.expires_at <= ${time}
          AND g.revoked_at IS NULL
          AND g.amount > g.spent + g.held AND coalesce(n.enabled, true)
          AND NOT EXISTS (SELECT 1 FROM told_expiries t WHERE t.account_id = g.account_id AND t.grant_id = g.id)`,
      (rows) => rows.map(({ id }) => id)
    )

  const expired = (accountId: AccountId, time: Date) =>
    sql<ExpiredRow>`
      SELECT g.id AS grant_id, g.kind, g.amount - g.spent - g.held AS left, g.expires_at AS expired_at
      FROM credit_grants g
      WHERE g.account_id = ${accountId} AND g.amount > g.spent + g.held
        AND g.expires_at > ${plusMillis(time, -expiryWindowMillis)} AND g.expires_at <= ${time}
        AND g.revoked_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM told_expiries t WHERE t.account_id = g.account_id AND t.grant_id = g.id)
      ORDER BY g.expires_at, g.id`

  const setExpiriesTold = Effect.fnUntraced(function* (
    accountId: AccountId,
    grants: ReadonlyArray<ExpiredRow>,
    time: Date
  ) {
    yield* sql`
      DELETE FROM told_expiries
      WHERE account_id = ${accountId} AND expired_at <= ${plusMillis(time, -expiryWindowMillis)}`
    yield* sql`
      INSERT INTO told_expiries (account_id, grant_id, expired_at)
      SELECT ${accountId}, t."grantId", t."expiredAt"
      FROM jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) AS t ("grantId" text, "expiredAt" timestamptz)`
  })

  /** Credits used in the last 7 days. */
  const usedLately = (accountId: AccountId, time: Date) =>
    Effect.map(
      sql<{ used: number }>`
        SELECT coalesce(sum(cost), 0)::bigint AS used FROM usage_entries
        WHERE account_id = ${accountId} AND time > ${plusMillis(time, -weekMillis)}`,
      (rows) => rows[0]?.used ?? 0
    )

  return { candidates, standing, setTold, withExpired, expired, setExpiriesTold, usedLately }
}

/** Over how many days the use of `usedLately` spreads; a young account's over its life. */
export const daysOfUse = (createdAt: Date, time: Date): number =>
  Math.min(weekMillis, Math.max(hourMillis, time.getTime() - createdAt.getTime())) / dayMillis
