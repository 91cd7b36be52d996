/** How a call fails: Heddle answered with a problem, or there was no whole answer. */
import type { ProblemCode } from "./generated.ts"

/** A parameter or field that is wrong. */
export interface FieldError {
  readonly path: string
  readonly message: string
}

interface Answered {
  readonly status: number
  readonly problem: Readonly<Record<string, unknown>>
  readonly requestId: string | null
  readonly retryAfter: number | null
  readonly idempotencyKey: string | null
}

const isFieldError = (value: unknown): value is FieldError =>
  typeof value === "object" && value !== null && "path" in value && "message" in value

const textOr = (value: unknown, otherwise: string): string => (typeof value === "string" ? value : otherwise)

/** Heddle, or a proxy before it, answered with an error. */
export class HeddleError extends Error {
  override readonly name = "HeddleError"
  /** Stable. `unknown` if the answer is no problem document, as of a proxy. Later releases can have further codes. */
  readonly code: ProblemCode | "unknown" | (string & {})
  readonly status: number
  /** What went wrong and what to do about it. */
  readonly detail: string
  /** The parameters that are wrong; empty unless the code is `invalid_parameter`. */
  readonly errors: ReadonlyArray<FieldError>
  /** For support. */
  readonly requestId: string | null
  /** Seconds to wait before another try. */
  readonly retryAfter: number | null
  /** Another call with it, and with the same parameters, cannot be charged twice. */
  readonly idempotencyKey: string | null
  /** The whole problem document, with the fields that only some codes have, such as `max_affordable_limit`. */
  readonly problem: Readonly<Record<string, unknown>>

  constructor({ status, problem, requestId, retryAfter, idempotencyKey }: Answered) {
    const code = textOr(problem["code"], "unknown")
    const detail = textOr(problem["detail"], `The answer has status ${status} and is no problem document.`)
    super(`${code} (${status}): ${detail}`)
    this.code = code
    this.status = status
    this.detail = detail
    this.errors = Array.isArray(problem["errors"]) ? problem["errors"].filter(isFieldError) : []
    this.requestId = requestId
    this.retryAfter = retryAfter
    this.idempotencyKey = idempotencyKey
    this.problem = problem
  }
}

/** No whole answer arrived, so it is unknown whether the call took effect. */
export class HeddleNetworkError extends Error {
  override readonly name = "HeddleNetworkError"
  /** Another call with it, and with the same parameters, returns the lost answer if there is one. */
  readonly idempotencyKey: string | null

  constructor(cause: unknown, idempotencyKey: string | null) {
    super(`No answer arrived: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.idempotencyKey = idempotencyKey
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Seconds, from a number or a date. */
const retryAfterOf = (text: string | null): number | null => {
  if (text === null) return null
  const seconds = /^\s*\d+\s*$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}

export async function errorOf(response: Response, idempotencyKey: string | null): Promise<HeddleError> {
  const problem: unknown = await response.json().catch(() => null)
  return new HeddleError({
    status: response.status,
    problem: isRecord(problem) ? problem : {},
    requestId: response.headers.get("x-request-id"),
    retryAfter: retryAfterOf(response.headers.get("retry-after")),
    idempotencyKey
  })
}
