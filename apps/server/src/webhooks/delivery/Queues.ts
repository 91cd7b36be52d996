/**
 * The queue of an endpoint: when it may next have something to send, and what all sending processes must agree on. Owns
 * `webhook_queues`. Whoever moves events of an endpoint locks its queue first, after the account if it needs both.
 *
 * `nextAt` is never later than the due time of an event that could be claimed now. It may be earlier, which costs a look.
 */
import type { AccountId, EndpointId } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { recordset } from "../../database/client/Recordset.ts"
import type { EndpointHealth } from "./EndpointHealth.ts"
import type { RateWindow } from "./RateWindow.ts"

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
  "open_until"
]

/** For `SELECT`, of the table with this alias. */
export const queueColumns = (sql: SqlClient.SqlClient, alias: string) =>
  sql.csv(columns.map((column) => sql`${sql(alias)}.${sql(column)}`))

export const keyOf = ({ accountId, endpointId }: EndpointKey): string => `${accountId} ${endpointId}`

export const makeQueues = (sql: SqlClient.SqlClient) => {
  const keys = (endpoints: ReadonlyArray<EndpointKey>) =>
    recordset(sql, "k", { account_id: "text", endpoint_id: "text" }, distinct(endpoints))

  /** Locks the queues of these endpoints until the transaction ends, always in the same order. Deleted ones are missing. */
  const lock = (endpoints: ReadonlyArray<EndpointKey>) =>
    sql<EndpointQueue>`
      SELECT ${queueColumns(sql, "q")} FROM webhook_queues q JOIN ${keys(endpoints)} USING (account_id, endpoint_id)
      ORDER BY account_id, endpoint_id FOR UPDATE OF q`

  /** Locks the queues of all endpoints of an account. */
  const lockAll = (accountId: AccountId) =>
    sql`
      SELECT 1 FROM webhook_queues WHERE account_id = ${accountId} ORDER BY account_id, endpoint_id FOR UPDATE`

  /** Stores a locked queue with the time before which it has nothing to claim. */
  const save = (queues: ReadonlyArray<{ readonly queue: EndpointQueue; readonly nextAt: Date | null }>) =>
    sql`
      UPDATE webhook_queues q SET next_at = n.next_at, in_flight = n.in_flight, recent_sends = n.recent_sends::jsonb,
        concurrency = n.concurrency, slow = n.slow, failures = n.failures, failing_since = n.failing_since,
        last_error = n.last_error, opened_at = n.opened_at, open_until = n.open_until
      FROM ${recordset(
        sql,
        "n",
        {
          account_id: "text",
          endpoint_id: "text",
          next_at: "timestamptz",
          in_flight: "integer",
          recent_sends: "text",
          concurrency: "integer",
          slow: "boolean",
          failures: "integer",
          failing_since: "timestamptz",
          last_error: "text",
          opened_at: "timestamptz",
          open_until: "timestamptz"
        },
        queues.map(({ queue, nextAt }) => ({
          account_id: queue.accountId,
          endpoint_id: queue.endpointId,
          next_at: nextAt,
          in_flight: queue.inFlight,
          recent_sends: JSON.stringify(queue.recentSends),
          concurrency: queue.concurrency,
          slow: queue.slow,
          failures: queue.failures,
          failing_since: queue.failingSince,
          last_error: queue.lastError,
          opened_at: queue.openedAt,
          open_until: queue.openUntil
        }))
      )} WHERE q.account_id = n.account_id AND q.endpoint_id = n.endpoint_id`

  /** The earliest due time of each endpoint's events, the ends of leases included. */
  const earliestDue = (endpoints: ReadonlyArray<EndpointKey>) =>
    Effect.map(
      sql<EndpointKey & { readonly dueAt: Date | null }>`
        SELECT k.account_id, k.endpoint_id, (
          SELECT min(e.due_at) FROM webhook_events e
          WHERE e.account_id = k.account_id AND e.endpoint_id = k.endpoint_id AND e.due_at IS NOT NULL
        ) AS due_at FROM ${keys(endpoints)}`,
      (rows) => new Map(rows.map((row) => [keyOf(row), row.dueAt]))
    )

  return { lock, lockAll, save, earliestDue }
}

const distinct = (endpoints: ReadonlyArray<EndpointKey>) => [
  ...new Map(endpoints.map((key) => [keyOf(key), { account_id: key.accountId, endpoint_id: key.endpointId }])).values()
]
