/**
 * The queue of an endpoint: when it may next have something to send, and what all sending processes must agree on. Owns
 * `webhook_queues`. Whoever moves events of an endpoint locks its queue first, after the account if it needs both.
 *
 * `next_at` is never later than the due time of an event that could be claimed now. It may be earlier, which costs a look.
 */
import type { AccountId, EndpointId } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
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

  /**
   * Stores locked queues after the moves of their events. `blockedUntil` is the time before which nothing due can be
   * claimed, `null` that an attempt has to end first. Returns when the first of them has something to claim, if ever.
   */
  const save = Effect.fnUntraced(function* (
    queues: ReadonlyArray<{ readonly queue: EndpointQueue; readonly blockedUntil: Date | null }>
  ) {
    if (queues.length === 0) return null
    const rows = yield* sql<{ nextAt: Date | null }>`
      UPDATE webhook_queues q SET in_flight = n.in_flight, recent_sends = n.recent_sends::jsonb,
        concurrency = n.concurrency, slow = n.slow, failures = n.failures, failing_since = n.failing_since,
        last_error = n.last_error, opened_at = n.opened_at, open_until = n.open_until, held_until = n.held_until,
        next_at = CASE WHEN e.due_at IS NOT NULL THEN greatest(e.due_at, n.blocked_until, CASE
          WHEN n.blocked_until IS NULL THEN e.lease_ends_at END) END
      FROM ${recordset(
        sql,
        "n",
        {
          accountId: "text",
          endpointId: "text",
          blockedUntil: "timestamptz",
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
        queues.map(({ queue, blockedUntil }) => ({
          ...queue,
          blockedUntil,
          recentSends: JSON.stringify(queue.recentSends)
        }))
      )}, LATERAL (
        SELECT (
          SELECT min(e.due_at) FROM webhook_events e
          WHERE e.account_id = n.account_id AND e.endpoint_id = n.endpoint_id AND e.due_at IS NOT NULL
        ) AS due_at, (
          SELECT min(e.due_at) FROM webhook_events e
          WHERE e.account_id = n.account_id AND e.endpoint_id = n.endpoint_id AND e.state = 'sending'
        ) AS lease_ends_at
      ) e
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
