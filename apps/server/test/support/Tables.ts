/** Whole tables as text, to prove that a call changed nothing. */
import type { AccountId } from "@heddle/api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const tables = [
  "credit_grants",
  "credit_holds",
  "usage_entries",
  "key_budgets",
  "idempotency_keys",
  "kept_rows"
] as const

/** What the account's calls can change of credits and kept answers. */
export const creditTables = Effect.fnUntraced(function* (accountId: AccountId) {
  const sql = yield* SqlClient.SqlClient
  const dumps = yield* Effect.forEach(
    tables,
    (table) => sql<{ row: string }>`
      SELECT t::text AS row FROM ${sql(table)} t WHERE account_id = ${accountId} ORDER BY t::text`
  )
  return dumps.map((rows) => rows.map(({ row }) => row))
})
