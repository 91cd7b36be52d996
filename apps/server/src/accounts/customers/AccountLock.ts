/** The account's row lock: the first lock of any transaction that touches its credits, keys, purchases, rules or events. */
import type { AccountId } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { UnknownAccount } from "./Accounts.ts"

/** Within the caller's transaction, until its end; fails when there is no such account. */
export const lockAccount = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountId: AccountId) {
  const account = yield* sql`SELECT 1 FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`
  if (account.length === 0) return yield* new UnknownAccount({ id: accountId })
})
