/**
 * Requests of each endpoint by UTC day, so that nobody counts the log, which has millions of rows. They are counted in the
 * statement that moves their events. As for the health of an endpoint, test events and faults of ours do not count. Owns
 * `webhook_endpoint_days`.
 */
import type { AccountId, DeliveryId, EndpointId } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { batchSize, inBatches } from "../../runtime/Batches.ts"
import { dayOf, isoDay, now } from "../../runtime/Time.ts"

interface EndpointDay {
  /** Such as `2026-11-22`. */
  readonly day: string
  readonly delivered: number
  readonly failed: number
}

export interface EndpointFigures {
  readonly endpointId: EndpointId
  /** Whether any request was ever made. */
  readonly sent: boolean
  /** Today, which is not over, and the days before it, oldest first. */
  readonly days: ReadonlyArray<EndpointDay>
  /** Of these days. */
  readonly lastFailure: { readonly deliveryId: DeliveryId; readonly at: Date } | null
}

/** Days that figures cover. */
const figureDays = 7

/** A part of a `WITH`: counts the attempts of `moved`. The caller has locked the queues. */
export const countMoved = (sql: SqlClient.SqlClient) => sql`
  INSERT INTO webhook_endpoint_days AS d (account_id, endpoint_id, day, delivered, failed, last_failure_id,
    last_failure_at)
  SELECT account_id, endpoint_id, (started_at AT TIME ZONE 'UTC')::date, count(*) FILTER (WHERE fault_owner IS NULL),
    count(*) FILTER (WHERE fault_owner IS NOT NULL), max(attempt_id) FILTER (WHERE fault_owner IS NOT NULL),
    max(started_at) FILTER (WHERE fault_owner IS NOT NULL)
  FROM moved WHERE fault_owner IS DISTINCT FROM 'us' GROUP BY 1, 2, 3
  ON CONFLICT (account_id, endpoint_id, day) DO UPDATE SET delivered = d.delivered + excluded.delivered,
    failed = d.failed + excluded.failed, last_failure_id = greatest(d.last_failure_id, excluded.last_failure_id),
    last_failure_at = greatest(d.last_failure_at, excluded.last_failure_at)`

interface DayRow {
  readonly endpointId: EndpointId
  readonly sent: boolean
  readonly day: string | null
  readonly delivered: number
  readonly failed: number
  readonly lastFailureId: DeliveryId | null
  readonly lastFailureAt: Date | null
}

const figuresOf = (
  endpointId: EndpointId,
  rows: ReadonlyArray<DayRow>,
  days: ReadonlyArray<string>
): EndpointFigures => {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const last = rows.findLast(({ lastFailureId }) => lastFailureId !== null)
  return {
    endpointId,
    sent: rows.some(({ sent }) => sent),
    days: days.map((day) => ({ day, delivered: byDay.get(day)?.delivered ?? 0, failed: byDay.get(day)?.failed ?? 0 })),
    lastFailure:
      last === undefined || last.lastFailureId === null || last.lastFailureAt === null
        ? null
        : { deliveryId: last.lastFailureId, at: last.lastFailureAt }
  }
}

/** Of all endpoints of an account. Reads at most a row for each endpoint and day. */
export const endpointFigures = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountId: AccountId) {
  const first = dayOf(yield* now) - figureDays + 1
  const days = Array.from({ length: figureDays }, (_, index) => isoDay(first + index))
  const rows = yield* sql<DayRow>`
    SELECT q.endpoint_id, d.day::text AS day, coalesce(d.delivered, 0) AS delivered, coalesce(d.failed, 0) AS failed,
      d.last_failure_id, d.last_failure_at, EXISTS (
        SELECT 1 FROM webhook_endpoint_days s WHERE s.account_id = q.account_id AND s.endpoint_id = q.endpoint_id
      ) AS sent
    FROM webhook_queues q
    LEFT JOIN webhook_endpoint_days d
      ON d.account_id = q.account_id AND d.endpoint_id = q.endpoint_id AND d.day >= ${isoDay(first)}::date
    WHERE q.account_id = ${accountId} ORDER BY q.endpoint_id, d.day`
  return [...Map.groupBy(rows, ({ endpointId }) => endpointId)].map(([endpointId, ofEndpoint]) =>
    figuresOf(endpointId, ofEndpoint, days)
  )
})

/** Keeps the newest day of an endpoint, however old: it tells that something was sent. */
export const deleteOldDays = (sql: SqlClient.SqlClient, before: Date) =>
  inBatches(sql`
    DELETE FROM webhook_endpoint_days d USING (
      SELECT account_id, endpoint_id, day FROM webhook_endpoint_days o
      WHERE day < ${isoDay(dayOf(before))}::date AND EXISTS (
        SELECT 1 FROM webhook_endpoint_days n
        WHERE n.account_id = o.account_id AND n.endpoint_id = o.endpoint_id AND n.day > o.day
      ) LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
    ) old WHERE d.account_id = old.account_id AND d.endpoint_id = old.endpoint_id AND d.day = old.day RETURNING 1`)
