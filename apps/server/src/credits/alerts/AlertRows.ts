/**
 * The statements of balance alerts, without policy. Tables: `credit_notices`, `notified_expiries`; also reads grants,
 * the usage entries of one account, and whether an account has webhook rules.
 */
import { type AccountId, webhookEventPrice } from "@heddle/api"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { joinPlanInForce, webhookPlans } from "../plans/CurrentPlan.ts"
import { dayMillis, plusMillis } from "../../runtime/Time.ts"
import { cooldownMillis } from "./AlertEvaluator.ts"
import { defaultBelowPercent } from "./AlertSettings.ts"
import type { ExpiredGrant } from "./AlertMessages.ts"
import type { GrantId } from "../../runtime/Ids.ts"

/** Grants that expired longer ago than this, while the service was down, raise no alert. */
const expiryWindowMillis = dayMillis

export interface BalanceRow {
  readonly threshold: number | null
  readonly floor: number
  readonly lowAlertedAt: Date | null
  readonly outAlertedAt: Date | null
  readonly newestGrantAt: Date
}

export type ExpiredGrantRow = ExpiredGrant & { readonly grantId: GrantId }

export const makeAlertRows = (sql: SqlClient.SqlClient) => {
  /**
   * Accounts with grants in force and alerts enabled. `credits` is what the grants cache as free. It still deducts
   * expired holds, so it can be below the ledger's balance but never above it.
   */
  const balances = (time: Date) => sql`
    SELECT live.account_id AS id, live.credits, live.newest, n.low_alerted_at, n.out_alerted_at,
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

  /** Accounts that may be due an alert, or whose alert may be armed again. */
  const candidates = (time: Date) =>
    Effect.map(
      sql<{ id: AccountId }>`
        SELECT s.id FROM (${balances(time)}) s
        WHERE (s.low_alerted_at IS NULL AND s.credits < s.threshold)
          OR (s.out_alerted_at IS NULL AND (s.credits < 1 OR (s.credits < ${webhookEventPrice} AND s.has_rules)))
          OR (s.low_alerted_at IS NOT NULL AND s.credits >= coalesce(s.threshold, 1)
            AND (s.newest > s.low_alerted_at OR s.low_alerted_at <= ${plusMillis(time, -cooldownMillis)}))
          OR (s.out_alerted_at IS NOT NULL AND s.credits >= 1
            AND (s.newest > s.out_alerted_at
              OR (s.credits >= coalesce(s.threshold, 1) AND s.out_alerted_at <= ${plusMillis(time, -cooldownMillis)})))`,
      (rows) => rows.map(({ id }) => id)
    )

  const balance = (accountId: AccountId, time: Date) =>
    Effect.map(
      sql<BalanceRow>`
        SELECT s.threshold, s.low_alerted_at,
          s.out_alerted_at, s.newest AS newest_grant_at,
          CASE WHEN s.has_rules THEN ${webhookEventPrice}::int ELSE 1 END AS floor
        FROM (${balances(time)}) s WHERE s.id = ${accountId}`,
      (rows) => Option.fromNullishOr(rows[0])
    )

  const setAlerted = (accountId: AccountId, lowAlertedAt: Date | null, outAlertedAt: Date | null) =>
    Effect.asVoid(sql`
      INSERT INTO credit_notices (account_id, low_alerted_at, out_alerted_at) VALUES (${accountId}, ${lowAlertedAt}, ${outAlertedAt})
      ON CONFLICT (account_id) DO UPDATE SET
        low_alerted_at = EXCLUDED.low_alerted_at, out_alerted_at = EXCLUDED.out_alerted_at`)

  /** Accounts with a grant that expired unspent within the window and has raised no alert. */
  const accountsWithExpiredGrants = (time: Date) =>
    Effect.map(
      sql<{ id: AccountId }>`
        SELECT DISTINCT g.account_id AS id FROM credit_grants g
        LEFT JOIN credit_notices n ON n.account_id = g.account_id
        WHERE g.expires_at > ${plusMillis(time, -expiryWindowMillis)} AND g.expires_at <= ${time}
          AND g.revoked_at IS NULL
          AND g.amount > g.spent + g.held AND coalesce(n.enabled, true)
          AND NOT EXISTS (SELECT 1 FROM notified_expiries t WHERE t.account_id = g.account_id AND t.grant_id = g.id)`,
      (rows) => rows.map(({ id }) => id)
    )

  const expiredGrants = (accountId: AccountId, time: Date) =>
    sql<ExpiredGrantRow>`
      SELECT g.id AS grant_id, g.kind, g.amount - g.spent - g.held AS left, g.expires_at AS expired_at
      FROM credit_grants g
      WHERE g.account_id = ${accountId} AND g.amount > g.spent + g.held
        AND g.expires_at > ${plusMillis(time, -expiryWindowMillis)} AND g.expires_at <= ${time}
        AND g.revoked_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM notified_expiries t WHERE t.account_id = g.account_id AND t.grant_id = g.id)
      ORDER BY g.expires_at, g.id`

  const recordExpiryAlerts = Effect.fnUntraced(function* (
    accountId: AccountId,
    grants: ReadonlyArray<ExpiredGrantRow>,
    time: Date
  ) {
    yield* sql`
      DELETE FROM notified_expiries
      WHERE account_id = ${accountId} AND expired_at <= ${plusMillis(time, -expiryWindowMillis)}`
    yield* sql`
      INSERT INTO notified_expiries (account_id, grant_id, expired_at)
      SELECT ${accountId}, t."grantId", t."expiredAt"
      FROM jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) AS t ("grantId" text, "expiredAt" timestamptz)`
  })

  return {
    candidates,
    balance,
    setAlerted,
    accountsWithExpiredGrants,
    expiredGrants,
    recordExpiryAlerts
  }
}
