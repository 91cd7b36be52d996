/** The audit log of an account, as its holder and the operator read it. */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { background } from "../../runtime/Background.ts"
import { batchSize, inBatches } from "../../runtime/Batches.ts"
import { now } from "../../runtime/Time.ts"
import { auditPage, type StoredEntry } from "./AuditRows.ts"

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

export const auditRetentionTask = background({
  name: "audit retention",
  role: "maintenance",
  every: "1 hour",
  run: AuditLog.use(({ deleteOld }) => deleteOld),
  onStop: "interrupt"
})
