/** The statements on `accounts` for other modules. Its row lock is in `AccountLock.ts`. */
import type { AccountId } from "@heddle/api"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { UnknownAccount } from "./Accounts.ts"

/** Fails when the account does not exist. */
export const requireAccount = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountId: AccountId) {
  const account = yield* sql`SELECT 1 FROM accounts WHERE id = ${accountId}`
  if (account.length === 0) return yield* new UnknownAccount({ id: accountId })
})

/** Up to `limit` ids after this one, oldest account first. */
export const accountIdsAfter = (sql: SqlClient.SqlClient, after: AccountId | undefined, limit: number) =>
  Effect.map(
    sql<{ readonly id: AccountId }>`SELECT id FROM accounts WHERE id > ${after ?? ""} ORDER BY id LIMIT ${limit}`,
    (rows) => rows.map(({ id }) => id)
  )

export const countAccounts = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ readonly accounts: number }>`SELECT count(*) AS accounts FROM accounts`,
    ([row]) => row?.accounts ?? 0
  )

export interface AccountContact {
  readonly email: string
  readonly createdAt: Date
}

export const accountContact = (sql: SqlClient.SqlClient, accountId: AccountId) =>
  Effect.map(sql<AccountContact>`SELECT email, created_at FROM accounts WHERE id = ${accountId}`, ([row]) =>
    Option.fromNullishOr(row)
  )
