import type { IncomingRequest } from "./Body.ts"
import type { FailureCode, ReceiverError } from "./Errors.ts"

export type ReplyCode = "handled" | "duplicate" | FailureCode

/** What to answer, in the terms of no framework. */
export interface Reply {
  readonly code: ReplyCode
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What an adapter needs of a receiver. */
export interface Handles {
  /** The core of every adapter. Never rejects. */
  readonly handle: (request: IncomingRequest) => Promise<Reply>
}

const headers = { "content-type": "application/json", "cache-control": "no-store" }

export const acknowledge = (code: "handled" | "duplicate"): Reply => ({
  code,
  status: 200,
  headers,
  body: JSON.stringify({ code })
})

/** The sender's delivery log shows this body, which is where its owner looks first. */
export const refuse = (error: ReceiverError): Reply => ({
  code: error.code,
  status: error.status,
  headers: {
    ...headers,
    ...(error.code === "method_not_allowed" ? { allow: "POST" } : {}),
    ...(error.retryAfterSeconds === null ? {} : { "retry-after": String(error.retryAfterSeconds) })
  },
  body: JSON.stringify({ code: error.code, message: error.message, hint: error.hint })
})
