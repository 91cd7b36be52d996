/**
 * Claims due events of many endpoints in one transaction. Before anything is sent, it takes slots of each endpoint's rate
 * window, charges first attempts, freezes their bodies and starts the leases.
 *
 * Endpoints are served in the order in which they fell due, each with an equal share of what is free; one with more to
 * send goes to the end of the line. A claim never waits for a lock: what another process works on is left to it.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { ProcessLease } from "../../runtime/ProcessLease.ts"
import type { Ledger } from "../../credits/ledger/Ledger.ts"
import { recordset } from "../../database/client/Recordset.ts"
import { failpoint } from "../../runtime/Failpoint.ts"
import { newId } from "../../runtime/Ids.ts"
import { now, plusMillis } from "../../runtime/Time.ts"
import { postsByCode } from "../../store/posts/PostsByCode.ts"
import { logAgain } from "./AttemptLog.ts"
import { type DueRow, type FreeSlots, makeClaimQueries } from "./ClaimQueries.ts"
import { makeShares, takeWithin, withoutDeleted } from "./ClaimShare.ts"
import { chargeOf, type Delivery, deliveryOf, lostAttempt } from "./Delivery.ts"
import { moves } from "./EventState.ts"
import { blockedUntil, makeQueues } from "./Queues.ts"

export interface Claimed {
  /** In the order in which they fell due. */
  readonly deliveries: ReadonlyArray<Delivery>
  /** When to look again; null while nothing waits. A notification or a result can make it earlier. */
  readonly nextAt: Date | null
}

const attemptColumns = {
  accountId: "text",
  eventId: "text",
  attempt: "integer",
  attemptId: "text",
  body: "text",
  connected: "boolean"
} as const

/** Before endpoints are tried again that another transaction had locked. */
const busyMillis = 5

export const makeClaim = (
  sql: SqlClient.SqlClient,
  ledger: Ledger["Service"],
  processes: ProcessLease["Service"],
  leaseMillis: number
) => {
  const queues = makeQueues(sql)
  const queries = makeClaimQueries(sql)

  /** Cancels events whose post was deleted before the first attempt. */
  const cancelDeleted = Effect.fnUntraced(function* (rows: ReadonlyArray<DueRow>, time: Date) {
    if (rows.length === 0) return
    yield* sql`
      UPDATE webhook_events e SET state = ${moves.cancel.to}, due_at = NULL, finished_at = ${time}
      FROM ${recordset(sql, "n", { accountId: "text", id: "text" }, rows)}
      WHERE e.account_id = n.account_id AND e.id = n.id`
    yield* ledger.releaseEach(rows.map(({ accountId, id }) => ({ accountId, holdId: id })))
  })

  const startAttempts = Effect.fnUntraced(function* (deliveries: ReadonlyArray<Delivery>, time: Date) {
    yield* sql`
      UPDATE webhook_events e SET state = ${moves.start.to}, attempt = n.attempt, body = n.body,
        due_at = ${plusMillis(time, leaseMillis)}, attempt_id = n.attempt_id, attempt_started_at = ${time},
        attempt_process = ${yield* processes.id}, connected = n.connected
      FROM ${recordset(sql, "n", attemptColumns, deliveries)} WHERE e.account_id = n.account_id AND e.id = n.event_id`
  })

  const takeDue = Effect.fnUntraced(function* (free: FreeSlots) {
    const time = yield* now
    const locked = yield* queries.lockDue(free, time)
    if (locked.length === 0) return []
    const shareOf = makeShares(free, locked)
    const due = yield* queries.dueEvents(locked, shareOf, time)
    const taken = takeWithin(locked, due, free, shareOf, time)
    const rows = taken.flatMap((one) => one.rows)
    const first = rows.filter(({ body }) => body === null)
    const posts = yield* postsByCode(
      sql,
      first.map(({ postCode }) => postCode)
    )
    const deleted = new Set(first.filter(({ postCode }) => !posts.has(postCode)))
    yield* cancelDeleted([...deleted], time)
    yield* ledger.settleEach(first.filter((row) => !deleted.has(row)).map(chargeOf))
    const lost = taken.flatMap(({ queue, rows }) => rows.flatMap((row) => lostAttempt(queue, row)))
    if (lost.length > 0) {
      yield* logAgain(
        sql,
        lost.map((attempt) => [attempt, null])
      )
      yield* failpoint("claim.takeOver")
    }
    const deliveries = yield* Effect.forEach(
      taken.flatMap(({ queue, rows }) => rows.filter((row) => !deleted.has(row)).map((row) => ({ queue, row }))),
      ({ queue, row }) =>
        Effect.map(newId("dlv"), (attemptId) => deliveryOf(queue, row, attemptId, time, posts.get(row.postCode)))
    )
    if (deliveries.length > 0) yield* startAttempts(deliveries, time)
    yield* queues.save(
      taken.map((one) => {
        const queue = withoutDeleted(one, deleted, time)
        return { queue, blockedUntil: blockedUntil(queue, time), waitingSince: one.waitingSince }
      })
    )
    yield* failpoint("claim.beforeCommit")
    const dueAt = new Map(rows.map(({ id, dueAt }) => [id, dueAt.getTime()]))
    return deliveries.toSorted((a, b) => (dueAt.get(a.eventId) ?? 0) - (dueAt.get(b.eventId) ?? 0))
  })

  return Effect.fn("Outbox.claim")(function* (free: FreeSlots) {
    if (free.quick === 0 && free.slow === 0) return { deliveries: [], nextAt: null }
    const deliveries = yield* sql.withTransaction(takeDue(free))
    if (deliveries.length > 0) {
      yield* failpoint("claim.afterCommit")
      return { deliveries, nextAt: yield* now }
    }
    const time = yield* now
    const [head] = (yield* queries.heads(free)).toSorted((a, b) => a.nextAt.getTime() - b.nextAt.getTime())
    if (head === undefined) return { deliveries, nextAt: null }
    // What is due and was not taken is locked by another transaction.
    return { deliveries, nextAt: head.nextAt > time ? head.nextAt : plusMillis(time, busyMillis) }
  }, Effect.orDie)
}
