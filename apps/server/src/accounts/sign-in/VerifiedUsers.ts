/**
 * The account of a person whose address is proven: the account with that address, or a new one. The database refuses a
 * verified user without an account, so both are written together or not at all.
 */
import type { AccountId } from "@heddle/api"
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Trials } from "../../credits/ledger/Trials.ts"
import { newId } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Time.ts"
import type { Accounts } from "../customers/Accounts.ts"

/** The account with this address belongs to a user who signs in with another address. */
export class AccountHasUser extends Schema.TaggedError<AccountHasUser>()("AccountHasUser", { email: Schema.String }) {
  override readonly message = `The account of ${this.email} has another user.`
}

interface AccountParts {
  readonly sql: SqlClient.SqlClient
  readonly accounts: Accounts["Service"]
  readonly trials: Trials
}

/** Within the caller's transaction. */
export const accountForUser = Effect.fnUntraced(function* ({ sql, accounts, trials }: AccountParts, email: string) {
  const existing = yield* accounts.findByEmail(email)
  if (Option.isNone(existing)) {
    const created = yield* accounts.create(email)
    yield* trials.startWithin(created.id, email)
    return created.id
  }
  const { id } = existing.value
  const [user] = yield* sql<{ email: string }>`SELECT email FROM users WHERE account_id = ${id}`
  return user === undefined || user.email === email.toLowerCase() ? id : yield* new AccountHasUser({ email })
})

/** Marks the address as proven. Within the caller's transaction. */
export const verifyUser = Effect.fnUntraced(function* (
  parts: AccountParts,
  user: { readonly id: string; readonly email: string }
) {
  const { sql } = parts
  const [found] = yield* sql<{ accountId: AccountId | null }>`
    SELECT account_id FROM users WHERE id = ${user.id} FOR NO KEY UPDATE`
  if (found === undefined || found.accountId !== null) return
  const accountId = yield* accountForUser(parts, user.email)
  yield* sql`
    UPDATE users SET account_id = ${accountId}, email_verified = true, updated_at = ${yield* now} WHERE id = ${user.id}`
})

/**
 * Deletes the user of an unconfirmed address. A person who confirms it later, or signs up again, must not find a
 * password that another person may have chosen. Users of an address come one after the other: whoever comes second waits
 * here, and so finds the user that the first one made. Within the caller's transaction.
 */
export const discardUnverified = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, email: string) {
  const address = email.toLowerCase()
  yield* sql`SELECT 1 FROM pg_advisory_xact_lock(hashtext('users'), hashtext(${address}))`
  yield* sql`DELETE FROM users WHERE email = ${address} AND NOT email_verified`
})

/** A user whose address needs no proof, with a password. Within the caller's transaction. */
export const insertVerified = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { accountId, email, hash }: { readonly accountId: AccountId; readonly email: string; readonly hash: string }
) {
  const id = yield* newId("user")
  const time = yield* now
  yield* discardUnverified(sql, email)
  yield* sql`
    INSERT INTO users (id, account_id, name, email, email_verified, created_at, updated_at)
    VALUES (${id}, ${accountId}, '', ${email}, true, ${time}, ${time})`
  yield* sql`
    INSERT INTO user_credentials (id, user_id, provider_id, provider_user_id, password, created_at, updated_at)
    VALUES (${yield* newId("cred")}, ${id}, 'credential', ${id}, ${hash}, ${time}, ${time})`
  return id
})
