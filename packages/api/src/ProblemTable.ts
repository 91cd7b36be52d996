/**
 * Every kind of problem that the API returns, by its stable code. Source of the problem documents, the pages at
 * `/problems/…` and the OpenAPI document.
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
    fix: "Correct the fields listed in `errors`. Each has a `path` and a `message`; for an unknown name, the message suggests the one you may have meant"
  },
  missing_api_key: {
    status: 401,
    title: "Missing API key",
    when: "The request has no API key. Keys are checked before parameters",
    fix: "Send the header `Authorization: Bearer <API_KEY>`"
  },
  invalid_api_key: {
    status: 401,
    title: "Invalid API key",
    when: "The key is unknown, deleted, rotated, expired or mistyped; the response is the same for all of these",
    fix: "Compare the key with the one you were shown, or create a new one in the portal"
  },
  insufficient_credits: {
    status: 402,
    title: "Insufficient credits",
    when: "This call could cost more than your remaining credits, so it was not run. The response includes `estimated_cost`, `remaining_credits` and `max_affordable_limit`, the largest `limit` or `size` you can afford (0 if none, null if the call has no such parameter)",
    fix: "Repeat the call with `max_affordable_limit`, or buy more credits"
  },
  key_limit_reached: {
    status: 402,
    title: "Key limit reached",
    when: "This call could exceed the monthly credit limit of its API key, so it was not run. The account may still have credits. The response has the same fields as `insufficient_credits`, plus `credit_limit`",
    fix: "Raise the key's limit in the portal, use another key, or wait for the next calendar month"
  },
  plan_required: {
    status: 403,
    title: "Plan required",
    when: "The account has no active plan, or its plan does not include webhooks",
    fix: "Buy a plan. Webhooks need API Standard or a higher plan"
  },
  forbidden: {
    status: 403,
    title: "Forbidden",
    when: "Only at `/mcp`: the request came from a web page on another site, or was sent to a host name that is not the server's",
    fix: "Use the server's own address. The operator can allow other web pages"
  },
  not_found: {
    status: 404,
    title: "Not found",
    when: "The path does not exist, or nothing in this account has this id",
    fix: "Compare the path with the reference, and the id with the response you took it from"
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    when: "The path does not support this method",
    fix: "Use one of the methods listed in the `Allow` header"
  },
  not_acceptable: {
    status: 406,
    title: "Not acceptable",
    when: "`Accept` excludes every media type that this operation can return",
    fix: "Accept `application/json`. Lists are also available as `text/csv` and `application/x-ndjson`"
  },
  request_timeout: {
    status: 408,
    title: "Request timeout",
    when: "The headers did not arrive within 15 s, the request stopped arriving, or it took longer than 60 s",
    fix: "Send the request again; it did not run"
  },
  conflict: {
    status: 409,
    title: "Conflict",
    when: "The resource already exists, a limit has been reached, or (with `Retry-After`) the first call with this `Idempotency-Key` is still running",
    fix: "Read `detail`, which says what to change or delete first. With `Retry-After`, repeat the call after that many seconds"
  },
  idempotency_conflict: {
    status: 409,
    title: "Idempotency conflict",
    when: "The `Idempotency-Key` was used for a different request within the last 24 hours",
    fix: "Use a new key for each new request"
  },
  payload_too_large: {
    status: 413,
    title: "Payload too large",
    when: "The body is larger than 64 KiB",
    fix: "Send a smaller body"
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
    fix: "Remove the header"
  },
  rate_limited: {
    status: 429,
    title: "Rate limited",
    when: "You've exceeded the request limit for this account. Nothing was charged",
    fix: "Wait for `Retry-After` seconds. The `RateLimit` header of every response says how many requests you have left"
  },
  too_many_running_calls: {
    status: 429,
    title: "Too many running calls",
    when: "This account already has the maximum number of calls running (4 unless the operator changes it), and this one could not start in time. Nothing was charged",
    fix: "Make fewer calls at once, and repeat this one after `Retry-After` seconds"
  },
  headers_too_large: {
    status: 431,
    title: "Headers too large",
    when: "The URL and headers are larger than 16 KiB",
    fix: "Shorten the lists in the URL, or send fewer headers"
  },
  internal: {
    status: 500,
    title: "Internal error",
    when: "Something went wrong on our side. Nothing was charged",
    fix: "Repeat the call later. If it fails again, give support the `request_id`"
  },
  unavailable: {
    status: 503,
    title: "Unavailable",
    when: "Heddle can't answer right now: the database is unreachable, the server is starting, the query exceeded the time limit (30 s unless the operator changes it), or the post of a chain is not stored and the network did not respond. Nothing was charged, unless `credits_consumed` is null: then the database failed during the charge, and it is unknown whether the call took effect",
    fix: "Retry after `Retry-After` seconds. If the query was too slow, use a shorter time window, fewer or rarer keywords, or a smaller limit. If `credits_consumed` is null, repeat the call with the same `Idempotency-Key`"
  }
} as const satisfies Readonly<Record<string, ProblemKind>>

export type ProblemCode = keyof typeof problemTable

/** The last path segment of a problem's `type`, `/problems/…`. */
export const problemSlug = (code: string): string => code.replaceAll("_", "-")

/** The page of a problem, which is its `type`. */
export const problemPath = (code: string) => `/problems/${problemSlug(code)}` as const
