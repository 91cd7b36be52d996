/** What each budget of keys has spent in a UTC calendar month: the only place that reads it. */
import type { SqlClient } from "effect/sql"

/** First moment of the UTC calendar month of this time. */
export const startOfMonth = (time: Date): Date => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1))

/** A key and its rotations share a budget, so that rotating does not start the month anew. */
export const spentSince = (sql: SqlClient.SqlClient, accountId: string, since: Date) =>
  sql<{ readonly budgetId: string; readonly spent: number }>`
    SELECT k.budget_id, sum(e.cost)::bigint AS spent
    FROM usage_entries e JOIN api_keys k ON k.account_id = e.account_id AND k.id = e.key_id
    WHERE e.account_id = ${accountId} AND e.time >= ${since} AND e.cost > 0
    GROUP BY k.budget_id`
