/** The account's row lock, which any transaction on its credits, keys, purchases, rules or events takes first. */
import type { AccountId } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { listed } from "../../database/client/Listed.ts"
import { UnknownAccount } from "./Accounts.ts"

/** Held until the caller's transaction ends; fails when the account does not exist. */
export const lockAccount = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountId: AccountId) {
  const account = yield* sql`SELECT 1 FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`
  if (account.length === 0) return yield* new UnknownAccount({ id: accountId })
})

/** Locks any number of accounts until the caller's transaction ends, always in the same order. */
export const lockAccounts = (sql: SqlClient.SqlClient, ids: Iterable<AccountId>) =>
  sql`SELECT 1 FROM accounts WHERE id IN ${listed(sql, [...ids])} ORDER BY id FOR NO KEY UPDATE`

/** A query that locks those of these accounts that no other transaction has locked, and yields their ids. */
export const lockFreeAccounts = (sql: SqlClient.SqlClient, ids: Statement.Fragment) =>
  sql`SELECT id FROM accounts WHERE id IN (${ids}) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`
