/** Rows of the delivery log, as stored and as the API returns them. */
import type { AccountId, Delivery, DeliveryDetails, DeliveryFilter, EndpointId, EventId, RuleId } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Headers } from "../delivery/LoggedHeaders.ts"

export interface DeliveryRow extends Omit<Delivery, "startedAt" | "test"> {
  readonly startedAt: Date
}

export interface DetailedRow extends DeliveryRow {
  readonly url: string | null
  readonly body: string | null
  readonly requestHeaders: Headers | null
  readonly responseHeaders: Headers | null
  readonly response: string | null
}

export const deliveryOf = (row: DeliveryRow): Delivery => ({
  id: row.id,
  eventId: row.eventId,
  endpointId: row.endpointId,
  ruleId: row.ruleId,
  postCode: row.postCode,
  test: row.eventId === null,
  attempt: row.attempt,
  startedAt: row.startedAt.toISOString(),
  durationMs: row.durationMs,
  outcome: row.outcome,
  statusCode: row.statusCode,
  error: row.error,
  faultOwner: row.faultOwner
})

/** Headers are kept without secrets (`Exchange.ts`). */
export const detailsOf = (row: DetailedRow): DeliveryDetails => ({
  ...deliveryOf(row),
  request: { url: row.url, headers: row.requestHeaders, body: row.body },
  response: row.statusCode === null ? null : { headers: row.responseHeaders, body: row.response }
})

/**
 * What the events themselves say about the attempts that a filter asks for: an event belongs to one rule and post, a rule to
 * one endpoint. It replaces indexes of the log, and finds out at once when filters contradict each other.
 */
interface EventRow {
  readonly ruleId: RuleId
  readonly endpointId: EndpointId
  readonly postCode: string
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

export interface Narrowed {
  /** The same attempts that have ended match as before. */
  readonly filter: DeliveryFilter
  /** When the first and the last of them may have started; null for no limit. */
  readonly since: Date | null
  readonly until: Date | null
}

export const makeNarrow = (sql: SqlClient.SqlClient) => {
  const columns = sql.literal("rule_id, endpoint_id, post_code, created_at, finished_at")

  const byEvent = Effect.fnUntraced(function* (accountId: AccountId, eventId: EventId, filter: DeliveryFilter) {
    const [event] = yield* sql<EventRow>`
      SELECT ${columns} FROM webhook_events WHERE account_id = ${accountId} AND id = ${eventId}`
    if (event === undefined) return null
    const { ruleId = event.ruleId, endpointId = event.endpointId, postCode = event.postCode, ...rest } = filter
    if (ruleId !== event.ruleId || endpointId !== event.endpointId || postCode !== event.postCode) return null
    return { filter: { ...rest, postCode }, since: event.createdAt, until: event.finishedAt }
  })

  const byRule = Effect.fnUntraced(function* (accountId: AccountId, ruleId: RuleId, filter: DeliveryFilter) {
    const [event] = yield* sql<EventRow>`
      SELECT ${columns} FROM webhook_events WHERE account_id = ${accountId} AND rule_id = ${ruleId} LIMIT 1`
    const { endpointId, ...rest } = filter
    return event === undefined || event.endpointId !== endpointId ? null : { filter: rest, since: null, until: null }
  })

  /** Null when no attempt can match. */
  return (accountId: AccountId, filter: DeliveryFilter): Effect.Effect<Narrowed | null, SqlError.SqlError> => {
    if (filter.eventId !== undefined) return byEvent(accountId, filter.eventId, filter)
    const { ruleId, endpointId } = filter
    if (ruleId !== undefined && endpointId !== undefined) return byRule(accountId, ruleId, filter)
    return Effect.succeed({ filter, since: null, until: null })
  }
}
