/**
 * Every kind of problem that the API returns, by its stable code. Source of the problem documents, the pages at
 * `/problems/…`, the OpenAPI document and the table in `docs/api.md`.
 */

export interface ProblemKind {
  readonly status: number
  readonly title: string
  /** When it occurs; sentences without the final full stop. */
  readonly when: string
  /** What to do about it; the same. */
  readonly fix: string
}

export const problemTable = {
  invalid_parameter: {
    status: 400,
    title: "Invalid parameter",
    when: "The input is malformed, out of range, unknown or conflicting",
    fix: "Correct what `errors` names: it lists `{path, message}` for each field, and for an unknown name the known one that you may have meant"
  },
  missing_api_key: {
    status: 401,
    title: "Missing API key",
    when: "The request has no key. The key is checked before the parameters",
    fix: "Send the header `Authorization: Bearer <API_KEY>`"
  },
  invalid_api_key: {
    status: 401,
    title: "Invalid API key",
    when: "The key is unknown, deleted, rotated, expired or mistyped; the answer is the same for all of these",
    fix: "Compare the key with the one you were shown, or make a new one in the portal"
  },
  insufficient_credits: {
    status: 402,
    title: "Insufficient credits",
    when: "The most that the call can cost is above the balance, so nothing ran. The problem has `estimated_cost`, `remaining_credits` and `max_affordable_limit`: the largest `limit` or `size` that would be admitted (0: none, null: the call has no such parameter)",
    fix: "Repeat the call with `max_affordable_limit`, or buy credits"
  },
  key_limit_reached: {
    status: 402,
    title: "Key limit reached",
    when: "The monthly limit of this API key does not allow the call; the account may still have credits. The problem has the same members as `insufficient_credits`, plus `credit_limit`",
    fix: "Raise the limit of the key in the portal, use another key, or wait for the next calendar month"
  },
  plan_required: {
    status: 403,
    title: "Plan required",
    when: "The account has no current plan, or its plan does not include webhooks",
    fix: "Buy a plan, or for webhooks API Standard or a higher one"
  },
  forbidden: {
    status: 403,
    title: "Forbidden",
    when: "Only at `/mcp`: a web page of a foreign origin sent the request, or it was sent to a name that is not the service's",
    fix: "Call the service by its own address. The operator can allow other web pages"
  },
  not_found: {
    status: 404,
    title: "Not found",
    when: "The path does not exist, or this account has nothing with this id",
    fix: "Compare the path with the reference, and the id with the one of the answer that it comes from"
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    when: "The path does not support this method",
    fix: "Use one of the methods that the header `Allow` lists"
  },
  not_acceptable: {
    status: 406,
    title: "Not acceptable",
    when: "`Accept` excludes every media type of the answer",
    fix: "Accept `application/json`, or of a list `text/csv` or `application/x-ndjson`"
  },
  request_timeout: {
    status: 408,
    title: "Request timeout",
    when: "The headers did not arrive within 15 s, or the request stopped arriving, or took longer than 60 s",
    fix: "Send the request again; it did not run"
  },
  conflict: {
    status: 409,
    title: "Conflict",
    when: "It already exists, a maximum is reached, or (with `Retry-After`) the first call with this `Idempotency-Key` is still running",
    fix: "Read `detail`: it says which, and what to change or delete first. With `Retry-After`, repeat the call after so many seconds"
  },
  idempotency_conflict: {
    status: 409,
    title: "Idempotency conflict",
    when: "The `Idempotency-Key` was used for a different request within the last 24 hours",
    fix: "Use a new key for a new request"
  },
  payload_too_large: {
    status: 413,
    title: "Payload too large",
    when: "The body is larger than 64 KiB",
    fix: "Send less at once"
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    when: "The body is not declared as JSON, or it is compressed",
    fix: "Send `Content-Type: application/json`, without `Content-Encoding`"
  },
  expectation_failed: {
    status: 417,
    title: "Expectation failed",
    when: "The `Expect` header is not `100-continue`",
    fix: "Leave the header out"
  },
  rate_limited: {
    status: 429,
    title: "Rate limited",
    when: "The account made too many requests within a minute. Nothing was charged",
    fix: "Wait for `Retry-After` seconds. The header `RateLimit` of every answer says how many requests are left"
  },
  too_many_running_calls: {
    status: 429,
    title: "Too many running calls",
    when: "As many calls of the account are running as may run at once (4 unless the operator changes it), and this one could not start in time. Nothing was charged",
    fix: "Make fewer calls at once, and repeat this one after `Retry-After` seconds"
  },
  headers_too_large: {
    status: 431,
    title: "Headers too large",
    when: "The address and headers are larger than 16 KiB",
    fix: "Shorten lists in the address, or send fewer headers"
  },
  internal: {
    status: 500,
    title: "Internal error",
    when: "The service failed. Nothing was charged",
    fix: "Repeat the call later. If it fails again, give support the `request_id`"
  },
  unavailable: {
    status: 503,
    title: "Unavailable",
    when: "The database is unreachable, the server is starting, a query exceeded the time limit (30 s unless the operator changes it), or a chain was requested for a post that is not stored and the network did not answer. Nothing was charged, unless `credits_consumed` is null: then the database failed at the moment of the charge, and it is unknown whether the call took effect",
    fix: "Retry after `Retry-After` seconds. If a query was too slow, use a narrower time window, fewer or rarer keywords, or a smaller limit. If `credits_consumed` is null, repeat the call with the same `Idempotency-Key`"
  }
} as const satisfies Readonly<Record<string, ProblemKind>>

export type ProblemCode = keyof typeof problemTable

/** The last path segment of a problem's `type`, `/problems/…`. */
export const problemSlug = (code: string): string => code.replaceAll("_", "-")
