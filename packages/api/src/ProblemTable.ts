/**
 * Every kind of problem the API answers, by its stable code: the one table behind the problem documents, the pages at
 * `/problems/…` and the table in `docs/api.md`.
 */

export interface ProblemKind {
  readonly status: number
  readonly title: string
  /** When it is answered and what to do, for people. */
  readonly when: string
}

export const problemTable = {
  invalid_parameter: {
    status: 400,
    title: "Invalid parameter",
    when: "Malformed, out of range, unknown or conflicting input. `errors` lists `{path, message}` for each field"
  },
  missing_api_key: {
    status: 401,
    title: "Missing API key",
    when: "No key. Send it as `Authorization: Bearer <API_KEY>`. Told before anything about parameters"
  },
  invalid_api_key: {
    status: 401,
    title: "Invalid API key",
    when: "An unknown, deleted, rotated, expired or mistyped key; all the same answer"
  },
  insufficient_credits: {
    status: 402,
    title: "Insufficient credits",
    when: "The estimate is above the balance: nothing ran. `estimated_cost`, `remaining_credits`, and `max_affordable_limit`, the largest `limit` or `size` that would be admitted (0: none, null: the call has no such parameter)"
  },
  key_limit_reached: {
    status: 402,
    title: "Key limit reached",
    when: "The monthly limit of this API key does not allow the call; the account may still have credits. As above, plus `credit_limit`"
  },
  plan_required: {
    status: 403,
    title: "Plan required",
    when: "No current plan, or one without webhooks"
  },
  not_found: {
    status: 404,
    title: "Not found",
    when: "No such path, or no such id in this account"
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    when: "`Allow` says which methods there are"
  },
  not_acceptable: {
    status: 406,
    title: "Not acceptable",
    when: "`Accept` excludes what the call answers, which is JSON unless its reference says otherwise"
  },
  request_timeout: {
    status: 408,
    title: "Request timeout",
    when: "The request did not arrive within 60 s"
  },
  conflict: {
    status: 409,
    title: "Conflict",
    when: "It exists already, there are as many as there can be, or (with `Retry-After`) the first call with this `Idempotency-Key` is still running"
  },
  idempotency_conflict: {
    status: 409,
    title: "Idempotency conflict",
    when: "The `Idempotency-Key` was used for another request within 24 hours; take a new key for a new request"
  },
  payload_too_large: {
    status: 413,
    title: "Payload too large",
    when: "A body over 64 KiB"
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    when: "A body that is not declared as JSON, or is compressed"
  },
  expectation_failed: {
    status: 417,
    title: "Expectation failed",
    when: "An `Expect` header other than `100-continue`"
  },
  rate_limited: {
    status: 429,
    title: "Rate limited",
    when: "More requests a minute than the account may make. Wait for `Retry-After` seconds; nothing was charged"
  },
  headers_too_large: {
    status: 431,
    title: "Headers too large",
    when: "Address and headers over 16 KiB"
  },
  internal: {
    status: 500,
    title: "Internal error",
    when: "A fault of the service. Nothing was charged; tell support the `request_id`"
  },
  unavailable: {
    status: 503,
    title: "Unavailable",
    when: "The database is away, the server is starting, a query took longer than the server allows (30 s unless the operator sets another limit), or a chain is asked for whose post only the network could tell, and it did not answer. Retry after `Retry-After` seconds, a slow query with less: a narrower time window, fewer or rarer keywords, a smaller limit. Nothing was charged"
  }
} as const satisfies Readonly<Record<string, ProblemKind>>

export type ProblemCode = keyof typeof problemTable

/** The end of a problem's `type`, `/problems/…`. */
export const problemSlug = (code: string): string => code.replaceAll("_", "-")
