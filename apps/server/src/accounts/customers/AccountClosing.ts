/**
 * What a closed account loses here. The account keeps its row for the books, without the address, so that the address
 * can sign up again.
 */
import type { AccountId } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { audit, forgetPerson } from "../audit/AuditLog.ts"
import { lockAccount } from "./AccountRows.ts"
import { UnknownAccount } from "./Accounts.ts"

/** Locks an account that is not closed, like `lockAccount`. For whatever gives it something new. */
export const lockOpenAccount = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountId: AccountId) {
  yield* lockAccount(sql, accountId)
  if (yield* isClosed(sql, accountId)) return yield* new UnknownAccount({ id: accountId })
})

export const isClosed = (sql: SqlClient.SqlClient, accountId: AccountId) =>
  Effect.map(sql`SELECT 1 FROM accounts WHERE id = ${accountId} AND closed_at IS NOT NULL`, (rows) => rows.length > 0)

/** No mail can be sent there (RFC 2606). */
const addressOfClosed = (accountId: AccountId) => `${accountId.toLowerCase()}@closed.invalid`

/** Within the caller's transaction and lock: keys, applications, people and their names end. */
export const closeWithin = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountId: AccountId, time: Date) {
  yield* sql`
    UPDATE accounts SET closed_at = ${time}, email = ${addressOfClosed(accountId)} WHERE id = ${accountId}`
  yield* sql`UPDATE api_keys SET revoked_at = ${time} WHERE account_id = ${accountId} AND revoked_at IS NULL`
  yield* sql`DELETE FROM oauth_connections WHERE account_id = ${accountId}`
  yield* sql`
    DELETE FROM user_verifications WHERE value IN (SELECT id FROM users WHERE account_id = ${accountId})`
  // Sessions, passwords, passkeys and codes go with the person.
  yield* sql`DELETE FROM users WHERE account_id = ${accountId}`
  yield* audit(sql, accountId, "account.closed")
  yield* forgetPerson(sql, accountId)
})
