/**
 * Jobs that send an endpoint's failed events again, oldest first. Each batch commits together with the job's progress, so a
 * job survives the process that works on it. Owns `webhook_recoveries`.
 *
 * An event that fails again fails after the job was created, so no job picks it twice. A job keeps few events ahead of the
 * endpoint's rate, because what it makes due stands before new events in the queue. It goes on when the account's plan ends:
 * events that exist are sent.
 */
import {
  type AccountId,
  Conflict,
  type EndpointId,
  invalidParameter,
  type InvalidParameter,
  keptRecoveries,
  NotFound,
  type Recovery,
  type RecoveryId,
  resendDays
} from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { audit } from "../../accounts/audit/AuditLog.ts"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import { atomically } from "../../database/client/Atomically.ts"
import { again, background } from "../../runtime/Background.ts"
import { newId } from "../../runtime/Ids.ts"
import { dayMillis, now, plusMillis } from "../../runtime/Time.ts"
import { unknownEndpoint } from "../management/EndpointRecords.ts"
import { type FailedEvents, failedWithin, makeRecoveryBatch, recoveryOf, type RecoveryRow } from "./RecoveryBatch.ts"

export class Recoveries extends Context.Service<
  Recoveries,
  {
    /** How many events a job would take. */
    count(accountId: AccountId, endpointId: EndpointId, since: Date): Effect.Effect<number, NotFound | InvalidParameter>
    start(
      accountId: AccountId,
      endpointId: EndpointId,
      since: Date
    ): Effect.Effect<Recovery, NotFound | Conflict | InvalidParameter>
    /** Newest first. */
    list(accountId: AccountId): Effect.Effect<ReadonlyArray<Recovery>>
    show(accountId: AccountId, id: RecoveryId): Effect.Effect<Recovery, NotFound>
    cancel(accountId: AccountId, id: RecoveryId): Effect.Effect<Recovery, NotFound>
    /** Processes a batch of one job that no other process is working on. Returns whether there was one. */
    readonly work: Effect.Effect<boolean>
  }
>()("@heddle/server/webhooks/resending/Recoveries") {
  static readonly layer = Layer.effect(
    Recoveries,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ledger = yield* Ledger

      const forgetOldest = (accountId: AccountId) => sql`
        DELETE FROM webhook_recoveries WHERE account_id = ${accountId} AND state <> 'running' AND id <= (
          SELECT id FROM webhook_recoveries WHERE account_id = ${accountId} AND state <> 'running'
          ORDER BY id DESC OFFSET ${keptRecoveries - 1} LIMIT 1
        )`

      const failed = Effect.fnUntraced(function* (job: FailedEvents) {
        const [count] = yield* sql<{ total: number }>`
          SELECT count(*)::int AS total FROM webhook_events WHERE ${failedWithin(sql, job)}`
        return count?.total ?? 0
      })

      const insert = Effect.fnUntraced(function* (accountId: AccountId, endpointId: EndpointId, since: Date) {
        const time = yield* now
        const total = yield* failed({ accountId, endpointId, since, createdAt: time })
        const open = total > 0
        const [row] = yield* sql<RecoveryRow>`
          INSERT INTO webhook_recoveries (account_id, id, endpoint_id, since, state, total, next_at, created_at, finished_at)
          VALUES (${accountId}, ${yield* newId("rec")}, ${endpointId}, ${since}, ${open ? "running" : "completed"}, ${total},
            ${open ? time : null}::timestamptz, ${time}, ${open ? null : time}::timestamptz)
          RETURNING *`
        return row === undefined ? yield* Effect.die(new Error("The job was not stored")) : recoveryOf(row)
      })

      const checkSince = Effect.fnUntraced(function* (since: Date) {
        const time = yield* now
        const fault =
          since > time ? "must be in the past" : since < plusMillis(time, -resendDays * dayMillis) ? tooOld : null
        if (fault !== null) return yield* invalidParameter({ path: "since", message: fault })
        return time
      })

      const endpointOf = Effect.fnUntraced(function* (accountId: AccountId, endpointId: EndpointId) {
        const [endpoint] = yield* sql<{ running: RecoveryId | null }>`
            SELECT r.id AS running FROM webhook_endpoints e
            LEFT JOIN webhook_recoveries r
              ON r.account_id = e.account_id AND r.endpoint_id = e.id AND r.state = 'running'
            WHERE e.account_id = ${accountId} AND e.id = ${endpointId}`
        return endpoint ?? (yield* unknownEndpoint(endpointId))
      })

      const count = Effect.fn("Recoveries.count")(
        function* (accountId: AccountId, endpointId: EndpointId, since: Date) {
          const createdAt = yield* checkSince(since)
          yield* endpointOf(accountId, endpointId)
          return yield* failed({ accountId, endpointId, since, createdAt })
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const start = Effect.fn("Recoveries.start")(
        function* (accountId: AccountId, endpointId: EndpointId, since: Date) {
          yield* checkSince(since)
          yield* ledger.lock(accountId)
          const endpoint = yield* endpointOf(accountId, endpointId)
          if (endpoint.running !== null) {
            return yield* new Conflict({
              detail: `Recovery ${endpoint.running} of this endpoint is still running. Wait for it to finish, or cancel it first.`
            })
          }
          yield* forgetOldest(accountId)
          const recovery = yield* insert(accountId, endpointId, since)
          yield* audit(sql, accountId, "recovery.started", {
            target: endpointId,
            details: { since: since.toISOString(), events: recovery.total }
          })
          return recovery
        },
        (effect) => atomically(sql, effect)
      )

      const list = Effect.fn("Recoveries.list")(function* (accountId: AccountId) {
        const rows = yield* sql<RecoveryRow>`
          SELECT * FROM webhook_recoveries WHERE account_id = ${accountId} ORDER BY id DESC`
        return rows.map(recoveryOf)
      }, Effect.orDie)

      const found = (id: RecoveryId, [row]: ReadonlyArray<RecoveryRow>) =>
        row === undefined
          ? Effect.fail(
              new NotFound({ detail: `This account has no recovery ${id}; list them with GET /webhook/recoveries.` })
            )
          : Effect.succeed(recoveryOf(row))

      const select = (accountId: AccountId, id: RecoveryId) => sql<RecoveryRow>`
        SELECT * FROM webhook_recoveries WHERE account_id = ${accountId} AND id = ${id}`

      const show = Effect.fn("Recoveries.show")(function* (accountId: AccountId, id: RecoveryId) {
        return yield* found(id, yield* Effect.orDie(select(accountId, id)))
      })

      const cancel = Effect.fn("Recoveries.cancel")(
        function* (accountId: AccountId, id: RecoveryId) {
          yield* ledger.lock(accountId)
          yield* sql`
            UPDATE webhook_recoveries SET state = 'cancelled', next_at = NULL, finished_at = ${yield* now}
            WHERE account_id = ${accountId} AND id = ${id} AND state = 'running'`
          return yield* found(id, yield* select(accountId, id))
        },
        (effect) => atomically(sql, effect)
      )

      return Recoveries.of({ count, start, list, show, cancel, work: makeRecoveryBatch(sql, ledger) })
    })
  )
}

const tooOld = `must be within the last ${resendDays} days`

/** Sends failed events again for the running jobs. */
export const recoveryTask = background({
  name: "webhook recoveries",
  role: "deliveries",
  every: "1 second",
  run: Recoveries.use(({ work }) => Effect.map(work, (worked) => (worked ? again : undefined))),
  onStop: "finish"
})
