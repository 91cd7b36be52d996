/** What the events of deliveries are about, what happens to them next, and what they cost. */
import { type AccountId, type EventId, webhookEventPrice } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Recordset.ts"
import { type EventState, moves } from "../delivery/EventState.ts"
import { maxRetries } from "../delivery/RetryPolicy.ts"
import { isResendable } from "../delivery/SendAgain.ts"
import { type SentPost, sentPostOf } from "./SentPost.ts"

export interface EventStatus {
  readonly state: EventState
  readonly attempts: number
  readonly maxAttempts: number
  /** Of an event that waits, the circuit breaker and a pause included. */
  readonly dueAt: Date | null
  /** Whether the circuit breaker keeps it waiting. */
  readonly delayed: boolean
  readonly cost: number
  /** Whether the cost is returned if it fails for good and no later attempt opens a connection either. */
  readonly refundable: boolean
  readonly resendable: boolean
  /** Of the rule, as it was; null for a trending rule. */
  readonly keyword: string | null
  readonly post: SentPost | null
}

interface EventRow extends Pick<EventStatus, "state" | "attempts" | "dueAt" | "delayed" | "refundable" | "keyword"> {
  readonly id: EventId
  readonly body: string | null
  readonly isCharged: boolean
  readonly hasEndpoint: boolean
}

const statusOf = ({ body, isCharged, hasEndpoint, ...status }: Omit<EventRow, "id">): EventStatus => ({
  ...status,
  maxAttempts: maxRetries + 1,
  cost: isCharged ? webhookEventPrice : 0,
  refundable: isCharged && status.refundable,
  resendable: body !== null && hasEndpoint && isResendable(status.state),
  post: sentPostOf(body)
})

/** Of those among these events that are still kept. */
export const makeEventStatuses = (sql: SqlClient.SqlClient) => {
  const waits = sql.in("e.state", moves.start.from)

  return Effect.fnUntraced(function* (accountId: AccountId, eventIds: ReadonlyArray<EventId>) {
    const rows = yield* sql<EventRow>`
      SELECT e.id, e.state, e.attempt AS attempts, e.body, e.rule_keyword AS keyword,
        q.endpoint_id IS NOT NULL AS has_endpoint,
        CASE WHEN ${waits} THEN greatest(e.due_at, q.open_until, q.held_until) ELSE e.due_at END AS due_at,
        ${waits} AND q.opened_at IS NOT NULL AS delayed,
        e.refunded_at IS NULL AND (e.state <> 'cancelled' OR e.attempt > 0) AS is_charged,
        e.attempt > 0 AND e.due_at IS NOT NULL AND NOT e.connected AS refundable
      FROM webhook_events e
      LEFT JOIN webhook_queues q ON q.account_id = e.account_id AND q.endpoint_id = e.endpoint_id
      WHERE e.account_id = ${accountId} AND e.id IN ${listed(eventIds)}`
    return new Map(rows.map(({ id, ...row }) => [id, statusOf(row)]))
  })
}
