/**
 * Proves the ledger's equation from the rows themselves: for every grant, `spent` is what entries took from it and
 * `held` what open holds pin of it; for every account, grants − entries − open holds = balance ≥ 0.
 */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

export const LedgerFault = Schema.Struct({
  accountId: Schema.String,
  what: Schema.String,
  cached: Schema.Int,
  derived: Schema.Int
})
export type LedgerFault = typeof LedgerFault.Type

/** The check of these accounts alone, so that a large ledger can be checked in pages; of all without a list. */
export const checkAccounts = (
  accountIds?: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<LedgerFault>, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const within = (column: string) =>
      accountIds === undefined
        ? sql`true`
        : sql`${sql.literal(column)} IN (SELECT jsonb_array_elements_text(${JSON.stringify(accountIds)}::jsonb))`
    return yield* sql<LedgerFault>`
      WITH spent AS (
        SELECT e.account_id, s."grant", sum(s.amount) AS amount
        FROM usage_entries e, jsonb_to_recordset(e.slices) AS s ("grant" text, amount bigint)
        WHERE ${within("e.account_id")} GROUP BY 1, 2
      ), held AS (
        SELECT h.account_id, s."grant", sum(s.amount) AS amount
        FROM credit_holds h, jsonb_to_recordset(h.slices) AS s ("grant" text, amount bigint)
        WHERE h.state = 'open' AND ${within("h.account_id")} GROUP BY 1, 2
      ), derived AS (
        SELECT g.account_id, g.id, g.spent, g.held,
          coalesce(spent.amount, 0)::bigint AS spent_rows, coalesce(held.amount, 0)::bigint AS held_rows
        FROM credit_grants g
        LEFT JOIN spent ON spent.account_id = g.account_id AND spent."grant" = g.id
        LEFT JOIN held ON held.account_id = g.account_id AND held."grant" = g.id
        WHERE ${within("g.account_id")}
      ), balances AS (
        SELECT a.id AS account_id,
          coalesce((SELECT sum(amount - spent - held) FROM credit_grants WHERE account_id = a.id), 0)::bigint AS cached,
          (coalesce((SELECT sum(amount) FROM credit_grants WHERE account_id = a.id), 0)
            - coalesce((SELECT sum(cost) FROM usage_entries WHERE account_id = a.id), 0)
            - coalesce((SELECT sum(amount) FROM credit_holds WHERE account_id = a.id AND state = 'open'), 0)
          )::bigint AS derived
        FROM accounts a WHERE ${within("a.id")}
      )
      SELECT account_id, 'spent of ' || id AS what, spent AS cached, spent_rows AS derived FROM derived WHERE spent <> spent_rows
      UNION ALL
      SELECT account_id, 'held of ' || id, held, held_rows FROM derived WHERE held <> held_rows
      UNION ALL
      SELECT account_id, 'balance', cached, derived FROM balances WHERE cached <> derived OR derived < 0
      UNION ALL
      SELECT account_id, 'settled hold without its entry ' || id, amount, 0 FROM credit_holds h
      WHERE state = 'settled' AND ${within("h.account_id")}
        AND NOT EXISTS (SELECT 1 FROM usage_entries e WHERE e.account_id = h.account_id AND e.hold_id = h.id)`
  }).pipe(Effect.orDie)

/** Every place where a cached figure differs from its rows; empty when the equation holds. */
export const checkLedger = checkAccounts()
