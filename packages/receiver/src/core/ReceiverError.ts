import type { FailureCode, FailureKind } from "./FailureCodes.ts"

export interface Details {
  readonly cause?: unknown
  readonly eventKey?: string
  readonly retryAfterSeconds?: number
  /** In place of the code's own hint, where an adapter knows the remedy of its framework. A constant, as that one is. */
  readonly hint?: string
}

// The same for ES modules and CommonJS: a process may hold both, and an adapter of one meets a receiver of the other.
const brand = Symbol.for("@heddle/receiver/ReceiverError")

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

  readonly [brand] = true

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && brand in value
  }

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
