/**
 * Proves the ledger's invariant from its rows. For every grant, `spent` is what entries took from it and `held` what
 * open holds reserve of it. For every account, grants − entries − open holds = balance ≥ 0. For every key and month,
 * `spent` is the sum of the entries.
 */
import type { AccountId } from "@heddle/api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Recordset.ts"
import type { LedgerFault } from "./LedgerAnswers.ts"

/** The sum of a row's slices. Nearly every row has one, which needs no subquery. */
const sliceSum = (sql: SqlClient.SqlClient) =>
  sql`CASE cardinality(amounts) WHEN 0 THEN 0 WHEN 1 THEN amounts[1]
    ELSE (SELECT sum(amount)::bigint FROM unnest(amounts) AS amount) END`

/** Checks these accounts only, so that a large ledger can be checked in pages; without a list, all of them. */
export const checkAccounts = (
  accountIds?: ReadonlyArray<AccountId>
): Effect.Effect<ReadonlyArray<LedgerFault>, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const within = (column: string) =>
      accountIds === undefined ? sql`true` : sql`${sql.literal(column)} IN ${listed(accountIds)}`
    return yield* sql<LedgerFault>`
      WITH spent AS (
        SELECT e.account_id, s.grant_id, sum(s.amount)::bigint AS amount
        FROM usage_entries e, unnest(e.grants, e.amounts) AS s (grant_id, amount)
        WHERE ${within("e.account_id")} GROUP BY 1, 2
      ), held AS (
        SELECT h.account_id, s.grant_id, sum(s.amount)::bigint AS amount
        FROM credit_holds h, unnest(h.grants, h.amounts) AS s (grant_id, amount)
        WHERE ${within("h.account_id")} GROUP BY 1, 2
      ), granted AS (
        SELECT g.account_id, g.id, g.spent, g.held,
          coalesce(spent.amount, 0) AS spent_rows, coalesce(held.amount, 0) AS held_rows
        FROM credit_grants g
        LEFT JOIN spent ON spent.account_id = g.account_id AND spent.grant_id = g.id
        LEFT JOIN held ON held.account_id = g.account_id AND held.grant_id = g.id
        WHERE ${within("g.account_id")}
      ), charged AS MATERIALIZED (
        SELECT account_id, key_id, date_trunc('month', time AT TIME ZONE 'UTC')::date AS month, sum(cost)::bigint AS cost
        FROM usage_entries WHERE cost <> 0 AND ${within("account_id")} GROUP BY 1, 2, 3
      ), balances AS (
        SELECT account_id, sum(cached)::bigint AS cached, sum(derived)::bigint AS derived FROM (
          SELECT account_id, amount - spent - held AS cached, amount AS derived FROM credit_grants
          WHERE ${within("account_id")}
          UNION ALL SELECT account_id, 0, -cost FROM charged
          UNION ALL SELECT account_id, 0, -amount FROM credit_holds WHERE ${within("account_id")}
        ) parts GROUP BY account_id
      ), budgets AS (
        SELECT c.account_id, k.budget_id, c.month, sum(c.cost)::bigint AS spent
        FROM charged c JOIN api_keys k ON k.account_id = c.account_id AND k.id = c.key_id GROUP BY 1, 2, 3
      )
      SELECT account_id, 'spent of ' || id AS what, spent AS cached, spent_rows AS derived FROM granted
      WHERE spent <> spent_rows
      UNION ALL
      SELECT account_id, 'held of ' || id, held, held_rows FROM granted WHERE held <> held_rows
      UNION ALL
      SELECT account_id, 'balance', cached, derived FROM balances WHERE cached <> derived OR derived < 0
      UNION ALL
      SELECT account_id, 'slices of hold ' || id, amount, ${sliceSum(sql)}
      FROM credit_holds WHERE ${within("account_id")} AND amount <> ${sliceSum(sql)}
      UNION ALL
      SELECT account_id, 'slices of entry ' || id, cost, ${sliceSum(sql)}
      FROM usage_entries WHERE ${within("account_id")} AND cost <> ${sliceSum(sql)}
      UNION ALL
      SELECT coalesce(b.account_id, c.account_id), 'month of key ' || coalesce(b.budget_id, c.budget_id),
        coalesce(c.spent, 0), coalesce(b.spent, 0)
      FROM budgets b FULL JOIN (SELECT * FROM key_budgets WHERE ${within("account_id")}) c
        ON c.account_id = b.account_id AND c.budget_id = b.budget_id AND c.month = b.month
      WHERE coalesce(c.spent, 0) <> coalesce(b.spent, 0)`
  }).pipe(Effect.orDie)

/** Every cached figure that differs from its rows; empty when the invariant holds. */
export const checkLedger = checkAccounts()
