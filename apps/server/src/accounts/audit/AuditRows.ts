/** The statements on `audit_entries`: who changed what in an account, kept for 13 months. */
import type { AccountId } from "@heddle/api"
import type { AuditAction } from "@heddle/api/portal"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { newId } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Time.ts"
import { type Actor, CurrentActor } from "./Actor.ts"

export interface Audited {
  /** What was changed: an id. */
  readonly target?: string | null
  /** What is worth knowing; never a secret. */
  readonly details?: Readonly<Record<string, unknown>>
}

export interface StoredEntry {
  readonly id: string
  readonly at: Date
  readonly action: AuditAction
  readonly actorKind: Actor["kind"]
  readonly actor: string
  readonly target: string | null
  readonly details: Readonly<Record<string, unknown>>
}

/** Writes down a change, within the transaction that makes it. */
export const audit = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  accountId: AccountId,
  action: AuditAction,
  { target = null, details = {} }: Audited = {}
) {
  const { kind, name } = yield* CurrentActor
  yield* sql`
    INSERT INTO audit_entries (account_id, id, at, action, actor_kind, actor, target, details)
    VALUES (${accountId}, ${yield* newId("aud")}, ${yield* now}, ${action}, ${kind}, ${name}, ${target},
      ${JSON.stringify(details)}::jsonb)`
})

/** Newest first, before this id. */
export const auditPage = (sql: SqlClient.SqlClient, accountId: AccountId, before: string | undefined, limit: number) =>
  sql<StoredEntry>`
    SELECT id, at, action, actor_kind, actor, target, details FROM audit_entries
    WHERE account_id = ${accountId} ${before === undefined ? sql`` : sql`AND id < ${before}`}
    ORDER BY id DESC LIMIT ${limit}`

/** Takes the person's address out of what an account has written down. */
export const forgetPerson = (sql: SqlClient.SqlClient, accountId: AccountId) =>
  sql`
    UPDATE audit_entries
    SET actor = CASE WHEN actor_kind = 'person' THEN 'account holder' ELSE actor END,
      details = CASE WHEN action = 'email.changed' THEN '{}'::jsonb ELSE details END
    WHERE account_id = ${accountId} AND (actor_kind = 'person' OR action = 'email.changed')`
