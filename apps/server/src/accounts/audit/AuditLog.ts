/** The audit log of an account: who changed what, kept for 13 months. */
import type { AccountId } from "@heddle/api"
import type { AuditAction } from "@heddle/api/portal"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { maintenance } from "../../runtime/Background.ts"
import { batchSize, inBatches } from "../../runtime/Batches.ts"
import { newId } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Time.ts"

/** By whom a change is made. A transport sets it for what it calls; services that write down a change read it. */
export interface Actor {
  readonly kind: "person" | "key" | "application" | "operator" | "payment provider" | "service"
  /** The email address of a person, the name of a key or of an application, else the kind. */
  readonly name: string
}

export const person = (email: string): Actor => ({ kind: "person", name: email })
export const operator: Actor = { kind: "operator", name: "operator" }
export const paymentProvider: Actor = { kind: "payment provider", name: "payment provider" }

/** Without a transport, it is the service itself: what is due at a certain time. */
export const CurrentActor = Context.Reference<Actor>("@heddle/reference/accounts/audit/CurrentActor", {
  defaultValue: () => ({ kind: "service", name: "service" })
})

export const actingAs = (actor: Actor) => Effect.provideService(CurrentActor, actor)

interface Audited {
  /** What was changed: an id. */
  readonly target?: string | null
  /** What is worth knowing; never a secret. */
  readonly details?: Readonly<Record<string, unknown>>
}

interface StoredEntry {
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
const auditPage = (sql: SqlClient.SqlClient, accountId: AccountId, before: string | undefined, limit: number) =>
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

export const auditMonths = 13

export interface AuditPage {
  readonly entries: ReadonlyArray<StoredEntry>
  /** Where the next page begins; null on the last one. */
  readonly next: string | null
}

export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** Newest first, before the entry with this id. */
    page(accountId: AccountId, page: { readonly before?: string; readonly limit: number }): Effect.Effect<AuditPage>
    /** Deletes what is older than 13 months. */
    readonly deleteOld: Effect.Effect<void>
  }
>()("@heddle/server/accounts/audit/AuditLog") {
  static readonly layer = Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const page = Effect.fn("AuditLog.page")(function* (
        accountId: AccountId,
        { before, limit }: { readonly before?: string; readonly limit: number }
      ) {
        const rows = yield* auditPage(sql, accountId, before, limit + 1)
        const entries = rows.slice(0, limit)
        return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null }
      }, Effect.orDie)

      const deleteOld = Effect.gen(function* () {
        const time = yield* now
        const before = new Date(time)
        before.setUTCMonth(before.getUTCMonth() - auditMonths)
        yield* inBatches(sql`
          DELETE FROM audit_entries WHERE (account_id, id) IN (
            SELECT account_id, id FROM audit_entries WHERE at < ${before}
            LIMIT ${batchSize} FOR UPDATE SKIP LOCKED) RETURNING 1`)
      }).pipe(Effect.orDie, Effect.withSpan("AuditLog.deleteOld"))

      return AuditLog.of({ page, deleteOld })
    })
  )
}

export const auditRetentionTask = maintenance(
  "audit retention",
  "1 hour",
  AuditLog.use(({ deleteOld }) => deleteOld)
)
