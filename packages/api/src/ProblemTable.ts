/**
 * Every kind of problem that the API returns, by its stable code. Source of the problem documents, the pages at
 * `/problems/…`, the OpenAPI document and the table in `docs/api.md`.
 */

export interface ProblemKind {
  readonly status: number
  readonly title: string
  /** When it occurs and how to solve it; sentences without the final full stop. */
  readonly when: string
}

export const problemTable = {
  invalid_parameter: {
    status: 400,
    title: "Invalid parameter",
    when: "The input is malformed, out of range, unknown or conflicting. `errors` lists `{path, message}` for each field"
  },
  missing_api_key: {
    status: 401,
    title: "Missing API key",
    when: "The request has no key. Send it as `Authorization: Bearer <API_KEY>`. The key is checked before the parameters"
  },
  invalid_api_key: {
    status: 401,
    title: "Invalid API key",
    when: "The key is unknown, deleted, rotated, expired or mistyped; the answer is the same for all of these"
  },
  insufficient_credits: {
    status: 402,
    title: "Insufficient credits",
    when: "The estimate is above the balance, so nothing ran. The problem has `estimated_cost`, `remaining_credits` and `max_affordable_limit`: the largest `limit` or `size` that would be admitted (0: none, null: the call has no such parameter)"
  },
  key_limit_reached: {
    status: 402,
    title: "Key limit reached",
    when: "The monthly limit of this API key does not allow the call; the account may still have credits. The problem has the same members as `insufficient_credits`, plus `credit_limit`"
  },
  plan_required: {
    status: 403,
    title: "Plan required",
    when: "The account has no current plan, or its plan does not include webhooks"
  },
  forbidden: {
    status: 403,
    title: "Forbidden",
    when: "Only at `/mcp`: a web page of a foreign origin sent the request, or it was sent to a name that is not the service's"
  },
  not_found: {
    status: 404,
    title: "Not found",
    when: "The path does not exist, or this account has nothing with this id"
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    when: "The path does not support this method. `Allow` lists those it supports"
  },
  not_acceptable: {
    status: 406,
    title: "Not acceptable",
    when: "`Accept` excludes the media type of the answer, which is JSON unless the reference says otherwise"
  },
  request_timeout: {
    status: 408,
    title: "Request timeout",
    when: "The headers did not arrive within 15 s, or the request stopped arriving, or took longer than 60 s"
  },
  conflict: {
    status: 409,
    title: "Conflict",
    when: "It already exists, a maximum is reached, or (with `Retry-After`) the first call with this `Idempotency-Key` is still running"
  },
  idempotency_conflict: {
    status: 409,
    title: "Idempotency conflict",
    when: "The `Idempotency-Key` was used for a different request within the last 24 hours. Use a new key for a new request"
  },
  payload_too_large: {
    status: 413,
    title: "Payload too large",
    when: "The body is larger than 64 KiB"
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    when: "The body is not declared as JSON, or it is compressed"
  },
  expectation_failed: {
    status: 417,
    title: "Expectation failed",
    when: "The `Expect` header is not `100-continue`"
  },
  rate_limited: {
    status: 429,
    title: "Rate limited",
    when: "The account made too many requests within a minute. Wait for `Retry-After` seconds. Nothing was charged"
  },
  too_many_running_calls: {
    status: 429,
    title: "Too many running calls",
    when: "As many calls of the account are running as may run at once (4 unless the operator changes it), and this one could not start in time. Make fewer calls at once and retry after `Retry-After` seconds. Nothing was charged"
  },
  headers_too_large: {
    status: 431,
    title: "Headers too large",
    when: "The address and headers are larger than 16 KiB"
  },
  internal: {
    status: 500,
    title: "Internal error",
    when: "The service failed. Nothing was charged. Give support the `request_id`"
  },
  unavailable: {
    status: 503,
    title: "Unavailable",
    when: "The database is unreachable, the server is starting, a query exceeded the time limit (30 s unless the operator changes it), or a chain was requested for a post that is not stored and the network did not answer. Retry after `Retry-After` seconds. If a query was too slow, use a narrower time window, fewer or rarer keywords, or a smaller limit. Nothing was charged, unless `credits_consumed` is null: then the database failed at the moment of the charge, and it is unknown whether the call took effect. Repeat it with the same `Idempotency-Key`"
  }
} as const satisfies Readonly<Record<string, ProblemKind>>

export type ProblemCode = keyof typeof problemTable

/** The last path segment of a problem's `type`, `/problems/…`. */
export const problemSlug = (code: string): string => code.replaceAll("_", "-")
