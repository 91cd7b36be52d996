/** The statements on `accounts` for other modules, its row lock among them. */
import type { AccountId } from "@heddle/api"
import { Effect, Option } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { listed } from "../../database/client/Recordset.ts"
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

/** Held until the caller's transaction ends; fails when the account does not exist. */
export const lockAccount = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountId: AccountId) {
  const account = yield* sql`SELECT 1 FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`
  if (account.length === 0) return yield* new UnknownAccount({ id: accountId })
})

/** Locks any number of accounts until the caller's transaction ends, always in the same order. */
export const lockAccounts = (sql: SqlClient.SqlClient, ids: Iterable<AccountId>) =>
  sql`SELECT 1 FROM accounts WHERE id IN ${listed([...ids])} ORDER BY id FOR NO KEY UPDATE`

/** A query that locks those of these accounts that no other transaction has locked, and yields their ids. */
export const lockFreeAccounts = (sql: SqlClient.SqlClient, ids: Statement.Fragment) =>
  sql`SELECT id FROM accounts WHERE id IN (${ids}) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`
