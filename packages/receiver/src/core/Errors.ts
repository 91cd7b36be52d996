interface FailureKind {
  readonly status: number
  /** How to solve it. Sent to the caller, so it is a constant: it can hold nothing of the request or the secret. */
  readonly hint: string
}

const rawBodyHint =
  "The signature covers the raw bytes, so nothing may read the body first. Mount this handler before express.json(), " +
  "or pass { verify: keepRawBody } to it, or use express.raw({ type: '*/*' }) on this route only. " +
  "With fetch, pass the untouched Request."

/** What a signature can be refused for. Apart, so that who only verifies carries no other text in a bundle. */
const signatureFailures = {
  missing_header: { status: 400, hint: "Send X-Service-Signature. A proxy may have dropped it." },
  malformed_header: {
    status: 400,
    hint: "Expected t=<unix seconds>,v1=<64 lower-case hex digits>, further v1 parts allowed, exactly one t, no spaces."
  },
  too_old: {
    status: 401,
    hint: "Sign each attempt separately. Check this server's clock and any queue in front of it."
  },
  too_new: { status: 401, hint: "The timestamp lies in the future. Check this server's clock." },
  no_match: {
    status: 401,
    hint:
      "Use this endpoint's own secret, whole, with its whsec_ prefix and not base64-decoded. " +
      "If it is right, something changed the body on the way: it must be the raw bytes, not re-serialised JSON."
  },
  body_consumed: { status: 500, hint: rawBodyHint }
} as const satisfies Record<string, FailureKind>

export const failureCodes = {
  ...signatureFailures,
  method_not_allowed: { status: 405, hint: "Send events with POST." },
  body_too_large: { status: 413, hint: "Raise maxBodyBytes if this is a genuine event." },
  body_timeout: { status: 408, hint: "The body did not arrive in time. Send it again." },
  body_aborted: { status: 400, hint: "The body ended early or could not be read. Send it again." },
  invalid_json: { status: 422, hint: "The signature is right, but the body is not JSON in UTF-8." },
  invalid_event: {
    status: 422,
    hint: "The signature is right, but the body is not an event of this version. Update @heddle/receiver."
  },
  in_progress: { status: 503, hint: "Another delivery of this event is being handled. Send it again later." },
  handler_failed: {
    status: 500,
    hint: "Its claim was released, so the next delivery runs it again. The handler's own error is the cause of the error given to onError."
  },
  lease_lost: {
    status: 503,
    hint: "The handler took longer than its lease and another delivery took over. Raise leaseSeconds or do less in it."
  },
  rule_map_failed: {
    status: 503,
    hint: "The function ruleMap failed, so nothing has run. Send the event again later."
  },
  store_failed: { status: 503, hint: "The idempotency store did not answer as it should. Send the event again later." },
  internal_error: { status: 500, hint: "An unexpected failure of the receiver. Send the event again later." }
} as const satisfies Record<string, FailureKind>

/** Stable: a code is never renamed and never changes its status. */
export type FailureCode = keyof typeof failureCodes

interface Details {
  readonly cause?: unknown
  readonly eventKey?: string
  readonly retryAfterSeconds?: number
  /** In place of the code's own hint, where an adapter knows the remedy of its framework. A constant, as that one is. */
  readonly hint?: string
}

/**
 * Why a request was not acknowledged. `message` says what happened and `hint` how to solve it; neither ever holds a
 * secret, a signature, the body or the text of a handler's own error (that one is only in `cause`).
 */
export class ReceiverError extends Error {
  override readonly name = "ReceiverError"
  readonly code: FailureCode
  readonly status: number
  readonly hint: string
  /** Known once the event is verified and valid. */
  readonly eventKey: string | null
  readonly retryAfterSeconds: number | null

  constructor(code: FailureCode, { status, hint }: FailureKind, message: string, details: Details = {}) {
    super(message, "cause" in details ? { cause: details.cause } : {})
    this.code = code
    this.status = status
    this.hint = details.hint ?? hint
    this.eventKey = details.eventKey ?? null
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
  }

  toJSON() {
    return { code: this.code, status: this.status, message: this.message, hint: this.hint, eventKey: this.eventKey }
  }
}

export const failure = (code: FailureCode, message: string, details?: Details): ReceiverError =>
  new ReceiverError(code, failureCodes[code], message, details)

/** A failure that `verify` can have. */
export const refusal = (code: keyof typeof signatureFailures, message: string): ReceiverError =>
  new ReceiverError(code, signatureFailures[code], message)

export type ConfigProblem = "missing_secret" | "weak_secret" | "invalid_option" | "unsupported_runtime"

/** Thrown while a receiver is being made: better no start than a receiver that accepts forged events. */
export class ReceiverConfigError extends Error {
  override readonly name = "ReceiverConfigError"
  readonly code: ConfigProblem

  constructor(code: ConfigProblem, message: string) {
    super(message)
    this.code = code
  }
}
