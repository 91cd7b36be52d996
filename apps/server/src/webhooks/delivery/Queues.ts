/**
 * The queue of an endpoint: when it may next have something to send, and what all sending processes must agree on. Owns
 * `webhook_queues`. Whoever moves events of an endpoint locks its queue first, after the account if it needs both.
 *
 * `next_at` is never later than the due time of an event that could be claimed now. It may be earlier, which costs a look.
 */
import type { AccountId, EndpointId } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { recordset } from "../../database/client/Recordset.ts"
import { closedUntil, type EndpointHealth, freeConcurrency } from "./EndpointHealth.ts"
import { nextSlotAt, type RateWindow } from "./RateWindow.ts"

export interface EndpointKey {
  readonly accountId: AccountId
  readonly endpointId: EndpointId
}

export interface EndpointQueue extends EndpointKey, EndpointHealth {
  /** Events whose state is `sending`. */
  readonly inFlight: number
  readonly recentSends: RateWindow
}

interface SavedQueue {
  readonly queue: EndpointQueue
  readonly blockedUntil: Date | null
  readonly waitingSince: Date | null
}

const columns = [
  "account_id",
  "endpoint_id",
  "in_flight",
  "recent_sends",
  "concurrency",
  "slow",
  "failures",
  "failing_since",
  "last_error",
  "opened_at",
  "open_until",
  "held_until"
]

/** For `SELECT`, of the table with this alias. */
export const queueColumns = (sql: SqlClient.SqlClient, alias: string) =>
  sql.csv(columns.map((column) => sql`${sql(alias)}.${sql(column)}`))

export const keyOf = ({ accountId, endpointId }: EndpointKey): string => `${accountId} ${endpointId}`

export const makeQueues = (sql: SqlClient.SqlClient) => {
  const keys = (endpoints: ReadonlyArray<EndpointKey>) =>
    recordset(sql, "k", { accountId: "text", endpointId: "text" }, distinct(endpoints))

  /** Locks the queues of these endpoints until the transaction ends, always in the same order. Deleted ones are missing. */
  const lock = (endpoints: ReadonlyArray<EndpointKey>) =>
    sql<EndpointQueue>`
      SELECT ${queueColumns(sql, "q")} FROM webhook_queues q JOIN ${keys(endpoints)} USING (account_id, endpoint_id)
      ORDER BY account_id, endpoint_id FOR UPDATE OF q`

  /** Locks the queues of all endpoints of an account. */
  const lockAll = (accountId: AccountId) =>
    sql`
      SELECT 1 FROM webhook_queues WHERE account_id = ${accountId} ORDER BY account_id, endpoint_id FOR UPDATE`

  const earliest = (which: Statement.Fragment) => sql`(
    SELECT min(e.due_at) FROM webhook_events e
    WHERE e.account_id = n.account_id AND e.endpoint_id = n.endpoint_id AND ${which})`
  const leaseEndsAt = earliest(sql`e.state = 'sending'`)
  const dueAt = earliest(sql`e.due_at IS NOT NULL AND e.state <> 'sending'`)

  /**
   * Stores locked queues after the moves of their events. `blockedUntil` is the time before which nothing due can be
   * claimed, `null` that an attempt has to end first; `waitingSince` when the first waiting event fell due, if the caller
   * knows. Returns when the first of them has something to claim, if ever. Events are looked up only where it matters.
   */
  const save = Effect.fnUntraced(function* (queues: ReadonlyArray<SavedQueue>) {
    if (queues.length === 0) return null
    const rows = yield* sql<{ nextAt: Date | null }>`
      UPDATE webhook_queues q SET in_flight = n.in_flight, recent_sends = n.recent_sends::jsonb,
        concurrency = n.concurrency, slow = n.slow, failures = n.failures, failing_since = n.failing_since,
        last_error = n.last_error, opened_at = n.opened_at, open_until = n.open_until, held_until = n.held_until,
        next_at = CASE
          WHEN n.blocked_until IS NULL THEN coalesce(${leaseEndsAt}, e.due_at)
          WHEN e.due_at <= n.blocked_until THEN n.blocked_until
          ELSE (SELECT greatest(first, n.blocked_until) FROM least(e.due_at, ${leaseEndsAt}) AS first WHERE first IS NOT NULL)
        END
      FROM ${recordset(
        sql,
        "n",
        {
          accountId: "text",
          endpointId: "text",
          blockedUntil: "timestamptz",
          waitingSince: "timestamptz",
          inFlight: "integer",
          recentSends: "text",
          concurrency: "integer",
          slow: "boolean",
          failures: "integer",
          failingSince: "timestamptz",
          lastError: "text",
          openedAt: "timestamptz",
          openUntil: "timestamptz",
          heldUntil: "timestamptz"
        },
        queues.map(({ queue, blockedUntil, waitingSince }) => ({
          ...queue,
          blockedUntil,
          waitingSince,
          recentSends: JSON.stringify(queue.recentSends)
        }))
      )}, LATERAL (SELECT coalesce(n.waiting_since, ${dueAt}) AS due_at OFFSET 0) e
      WHERE q.account_id = n.account_id AND q.endpoint_id = n.endpoint_id
      RETURNING q.next_at`
    return rows.reduce<Date | null>(
      (first, { nextAt }) => (nextAt !== null && (first === null || nextAt < first) ? nextAt : first),
      null
    )
  })

  /** Within the caller's transaction. */
  const markSlow = Effect.fnUntraced(function* (endpoints: ReadonlyArray<EndpointKey>) {
    yield* lock(endpoints)
    yield* sql`
      UPDATE webhook_queues q SET slow = true FROM ${keys(endpoints)}
      WHERE q.account_id = k.account_id AND q.endpoint_id = k.endpoint_id AND NOT q.slow`
  })

  /** Ends the pause, and lets the circuit breaker try one event at once. The caller has locked the queue. */
  const tryNow = ({ accountId, endpointId }: EndpointKey, time: Date) => sql`
    UPDATE webhook_queues SET held_until = NULL, open_until = CASE WHEN opened_at IS NOT NULL THEN ${time}::timestamptz END
    WHERE account_id = ${accountId} AND endpoint_id = ${endpointId}`

  /** What is known of the endpoint was learnt from another address. The caller has locked the queue. */
  const startAnew = ({ accountId, endpointId }: EndpointKey, time: Date) => sql`
    UPDATE webhook_queues SET concurrency = 1, slow = false, failures = 0, failing_since = NULL, last_error = NULL,
      opened_at = NULL, open_until = NULL, held_until = NULL, next_at = least(next_at, ${time})
    WHERE account_id = ${accountId} AND endpoint_id = ${endpointId}`

  return { lock, lockAll, save, markSlow, tryNow, startAnew }
}

const distinct = (endpoints: ReadonlyArray<EndpointKey>) => [
  ...new Map(endpoints.map((key) => [keyOf(key), key])).values()
]

/** When due events can be claimed: at once, or after the breaker, a pause or a slot; null when an attempt has to end first. */
export const blockedUntil = (queue: EndpointQueue, time: Date): Date | null => {
  const closed = closedUntil(queue, time)
  if (closed !== null) return closed
  if (freeConcurrency(queue, queue.inFlight, time) === 0) return null
  return nextSlotAt(queue.recentSends, time) ?? time
}
