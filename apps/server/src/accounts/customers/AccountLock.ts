/** The account's row lock, which any transaction on its credits, keys, purchases, rules or events takes first. */
import type { AccountId } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { UnknownAccount } from "./Accounts.ts"

/** Held until the caller's transaction ends; fails when the account does not exist. */
export const lockAccount = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountId: AccountId) {
  const account = yield* sql`SELECT 1 FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`
  if (account.length === 0) return yield* new UnknownAccount({ id: accountId })
})
