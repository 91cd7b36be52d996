/** The work on recoveries: one batch of one job, in one short transaction. */
import type { AccountId, Recovery } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Ledger } from "../../credits/ledger/Ledger.ts"
import { failpoint } from "../../runtime/Failpoint.ts"
import type { EventId } from "../../runtime/Ids.ts"
import { now, plusMillis } from "../../runtime/Time.ts"
import { makeQueues } from "../delivery/Queues.ts"
import { type FinishedEvent, makeSendAgain } from "../delivery/SendAgain.ts"

/** A job as stored, and the events that belong to it. */
export interface RecoveryRow extends Omit<Recovery, "since" | "createdAt" | "finishedAt"> {
  readonly accountId: AccountId
  readonly since: Date
  /** The last event that the job has dealt with; null before the first batch. */
  readonly afterFinishedAt: Date | null
  readonly afterId: EventId | null
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

export const recoveryOf = (row: RecoveryRow): Recovery => ({
  id: row.id,
  endpointId: row.endpointId,
  since: row.since.toISOString(),
  state: row.state,
  total: row.total,
  resent: row.resent,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null
})

export type FailedEvents = Pick<RecoveryRow, "accountId" | "endpointId" | "since" | "createdAt">

/** The events of the job that have not been sent again yet. */
export const failedWithin = (
  sql: SqlClient.SqlClient,
  { accountId, endpointId, since, createdAt }: FailedEvents
) => sql`
  account_id = ${accountId} AND endpoint_id = ${endpointId} AND state = 'failed'
    AND finished_at >= ${since} AND finished_at <= ${createdAt}`

const batchSize = 100
/** Due events of the endpoint with which a job waits: half a minute of its rate window. */
const maxDue = 500
const pauseMillis = 1_000
/** For which a process has a job to itself. A process that dies leaves it to another then. */
const leaseMillis = 30_000

interface FailedEvent extends FinishedEvent {
  readonly finishedAt: Date
  readonly hasBody: boolean
}

export const makeRecoveryBatch = (sql: SqlClient.SqlClient, ledger: Ledger["Service"]) => {
  const queues = makeQueues(sql)
  const sendAgain = makeSendAgain(sql, ledger)

  const claim = Effect.fnUntraced(function* (time: Date) {
    const [job] = yield* sql<Pick<RecoveryRow, "accountId" | "id">>`
      UPDATE webhook_recoveries r SET next_at = ${plusMillis(time, leaseMillis)} FROM (
        SELECT account_id, id FROM webhook_recoveries WHERE next_at <= ${time}
        ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED
      ) due WHERE r.account_id = due.account_id AND r.id = due.id RETURNING r.account_id, r.id`
    return job
  })

  const lockRunning = ({ accountId, id }: Pick<RecoveryRow, "accountId" | "id">) =>
    sql<RecoveryRow>`
      SELECT * FROM webhook_recoveries WHERE account_id = ${accountId} AND id = ${id} AND state = 'running' FOR UPDATE`

  const isBusy = ({ accountId, endpointId }: RecoveryRow, time: Date) =>
    Effect.map(
      sql<{ due: number }>`
        SELECT count(*)::int AS due FROM (
          SELECT 1 FROM webhook_events
          WHERE account_id = ${accountId} AND endpoint_id = ${endpointId} AND due_at <= ${time}
            AND state <> 'sending' LIMIT ${maxDue}
        ) waiting`,
      ([row]) => (row?.due ?? 0) >= maxDue
    )

  const nextEvents = (job: RecoveryRow) =>
    sql<FailedEvent>`
      SELECT id, rule_id, post_code, refunded_at, finished_at, body IS NOT NULL AS has_body FROM webhook_events
      WHERE ${failedWithin(sql, job)} ${
        job.afterFinishedAt === null
          ? sql``
          : sql`AND (finished_at, id) > (${job.afterFinishedAt}::timestamptz, ${job.afterId}::text)`
      }
      ORDER BY finished_at, id LIMIT ${batchSize} FOR UPDATE`

  const batch = Effect.fnUntraced(function* (claimed: Pick<RecoveryRow, "accountId" | "id">) {
    yield* ledger.lock(claimed.accountId)
    const [job] = yield* lockRunning(claimed)
    // Cancelled meanwhile.
    if (job === undefined) return
    const { accountId, id } = job
    const time = yield* now
    yield* queues.lock([job])
    if (yield* isBusy(job, time)) {
      yield* sql`
        UPDATE webhook_recoveries SET next_at = ${plusMillis(time, pauseMillis)}
        WHERE account_id = ${accountId} AND id = ${id}`
      return
    }
    const events = yield* nextEvents(job)
    const sendable = events.filter(({ hasBody }) => hasBody)
    const sent = yield* sendAgain(job, sendable, time)
    const last = sent.events === sendable.length ? events.at(-1) : sendable[sent.events - 1]
    const state = sent.events < sendable.length ? "out_of_credits" : events.length < batchSize ? "completed" : "running"
    const open = state === "running"
    yield* sql`
      UPDATE webhook_recoveries SET state = ${state}, resent = resent + ${sent.events},
        after_finished_at = coalesce(${last?.finishedAt ?? null}::timestamptz, after_finished_at),
        after_id = coalesce(${last?.id ?? null}::text, after_id),
        next_at = ${open ? time : null}::timestamptz, finished_at = ${open ? null : time}::timestamptz
      WHERE account_id = ${accountId} AND id = ${id}`
    yield* failpoint("recovery.beforeCommit")
  })

  return Effect.gen(function* () {
    const job = yield* claim(yield* now)
    if (job === undefined) return false
    yield* sql.withTransaction(batch(job))
    yield* failpoint("recovery.afterCommit")
    return true
  }).pipe(Effect.orDie, Effect.withSpan("Recoveries.work"))
}
