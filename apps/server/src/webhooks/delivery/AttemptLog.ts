/** Writes the delivery log, one row for each finished attempt. Owns `webhook_attempts`. */
import type { AccountId, EndpointId, RuleId } from "@heddle/api"
import type { SqlClient, Statement } from "effect/sql"
import { recordset } from "../../database/client/Recordset.ts"
import type { DeliveryId, EventId } from "../../runtime/Ids.ts"
import type { AttemptResult } from "./Sender.ts"

export interface LoggedAttempt {
  readonly accountId: AccountId
  readonly endpointId: EndpointId
  readonly attemptId: DeliveryId
  /** Null for a test event. */
  readonly eventId: EventId | null
  readonly ruleId: RuleId | null
  readonly postCode: string | null
  readonly attempt: number
  readonly startedAt: Date
  readonly url: string
}

const jsonOf = (value: AttemptResult["responseHeaders"]): string | null =>
  value === null ? null : JSON.stringify(value)

/** The log's columns of a row, as values of a statement. */
export const loggedColumns = {
  accountId: "text",
  attemptId: "text",
  endpointId: "text",
  eventId: "text",
  ruleId: "text",
  postCode: "text",
  attempt: "integer",
  startedAt: "timestamptz",
  url: "text",
  durationMs: "integer",
  outcome: "text",
  statusCode: "integer",
  error: "text",
  faultOwner: "text",
  requestHeaders: "text",
  responseHeaders: "text",
  response: "text"
} as const

export const loggedRow = (attempt: LoggedAttempt, result: AttemptResult | null) => ({
  accountId: attempt.accountId,
  attemptId: attempt.attemptId,
  endpointId: attempt.endpointId,
  eventId: attempt.eventId,
  ruleId: attempt.ruleId,
  postCode: attempt.postCode,
  attempt: attempt.attempt,
  startedAt: attempt.startedAt,
  url: attempt.url,
  durationMs: result?.durationMillis ?? null,
  outcome: result?.delivered === true ? "delivered" : "failed",
  statusCode: result?.statusCode ?? null,
  error: result === null ? lostError : result.error,
  faultOwner: result === null ? "us" : result.faultOwner,
  requestHeaders: jsonOf(result?.requestHeaders ?? null),
  responseHeaders: jsonOf(result?.responseHeaders ?? null),
  response: result?.response ?? null
})

/** Logs the rows of a `FROM` item that has the log's columns. They must be new. */
export const logFrom = (sql: SqlClient.SqlClient, rows: Statement.Fragment) => sql`
  INSERT INTO webhook_attempts (account_id, id, endpoint_id, event_id, rule_id, post_code, attempt, started_at, url,
    duration_ms, outcome, status_code, error, fault_owner, request_headers, response_headers, response)
  SELECT account_id, attempt_id, endpoint_id, event_id, rule_id, post_code, attempt, started_at, url,
    duration_ms, outcome, status_code, error, fault_owner, request_headers::jsonb, response_headers::jsonb, response
  FROM ${rows}`

/** Logs attempts, or replaces what was logged of them. One whose process died has no result. */
export const logAgain = (
  sql: SqlClient.SqlClient,
  attempts: ReadonlyArray<readonly [attempt: LoggedAttempt, result: AttemptResult | null]>
) => {
  const rows = attempts.map(([attempt, result]) => loggedRow(attempt, result))
  return sql`
    ${logFrom(sql, recordset(sql, "n", loggedColumns, rows))}
    ON CONFLICT (account_id, id) DO UPDATE SET duration_ms = excluded.duration_ms, outcome = excluded.outcome,
      status_code = excluded.status_code, error = excluded.error, fault_owner = excluded.fault_owner,
      request_headers = excluded.request_headers, response_headers = excluded.response_headers,
      response = excluded.response`
}

const lostError = "Heddle stopped during this attempt; the endpoint may have received it"
