/** What each budget of keys has spent in a UTC calendar month, as the ledger counts it. Table: `key_budgets`. */
import type { AccountId, KeyId } from "@heddle/api"
import type { SqlClient } from "effect/sql"

/** A key and its rotations share a budget, so that rotating does not start the month anew. */
export const spentInMonthOf = (sql: SqlClient.SqlClient, accountId: AccountId, time: Date) =>
  sql<{ readonly budgetId: KeyId; readonly spent: number }>`
    SELECT budget_id, spent FROM key_budgets
    WHERE account_id = ${accountId} AND month = date_trunc('month', ${time}::timestamptz AT TIME ZONE 'UTC')::date`
