/** Writes the delivery log, one row for each finished attempt. Owns `webhook_attempts`. */
import type { AccountId, EndpointId, RuleId } from "@heddle/api"
import type { SqlClient } from "effect/sql"
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

export const makeAttemptLog = (sql: SqlClient.SqlClient) => {
  const rowOf = (attempt: LoggedAttempt, result: AttemptResult | null) => ({
    ...attempt,
    id: attempt.attemptId,
    durationMs: result?.durationMillis ?? null,
    outcome: result?.delivered === true ? "delivered" : "failed",
    statusCode: result?.statusCode ?? null,
    error: result === null ? lostError : result.error,
    faultOwner: result === null ? "us" : result.faultOwner,
    requestHeaders: jsonOf(result?.requestHeaders ?? null),
    responseHeaders: jsonOf(result?.responseHeaders ?? null),
    response: result?.response ?? null
  })

  const insertRows = (rows: ReadonlyArray<ReturnType<typeof rowOf>>) =>
    sql`
      INSERT INTO webhook_attempts (account_id, id, endpoint_id, event_id, rule_id, post_code, attempt, started_at, url,
        duration_ms, outcome, status_code, error, fault_owner, request_headers, response_headers, response)
      SELECT account_id, id, endpoint_id, event_id, rule_id, post_code, attempt, started_at, url,
        duration_ms, outcome, status_code, error, fault_owner, request_headers::jsonb, response_headers::jsonb, response
      FROM ${recordset(
        sql,
        "n",
        {
          accountId: "text",
          id: "text",
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
        },
        rows
      )}
      ON CONFLICT (account_id, id) DO UPDATE SET duration_ms = excluded.duration_ms, outcome = excluded.outcome,
        status_code = excluded.status_code, error = excluded.error, fault_owner = excluded.fault_owner,
        request_headers = excluded.request_headers, response_headers = excluded.response_headers,
        response = excluded.response`

  /** Logs results. A result that comes after its lease was taken over replaces what was logged then. */
  const insert = (attempts: ReadonlyArray<readonly [attempt: LoggedAttempt, result: AttemptResult]>) =>
    insertRows(attempts.map(([attempt, result]) => rowOf(attempt, result)))

  /** Logs attempts whose process died, with an unknown result. */
  const insertLost = (attempts: ReadonlyArray<LoggedAttempt>) => insertRows(attempts.map((one) => rowOf(one, null)))

  return { insert, insertLost }
}

const lostError = "Heddle stopped during this attempt; the endpoint may have received it"
