/**
 * Turns every failure into a problem document: the ones that no schema declares (unknown path, wrong method, body too
 * large, defect) are described here, and every problem gets its `request_id`.
 */
import { type ProblemCode, problemPath, problemTable } from "@heddle/api"
import { Cause, Effect, Option, Result, Schema } from "effect"
import { HttpBody, HttpServerError, HttpServerResponse } from "effect/http"
import { SqlError } from "effect/sql"
import { isOutage, OutcomeUnknown } from "../../runtime/Outage.ts"
import { countStatementErrors } from "../../runtime/StatementErrors.ts"

const contentType = "application/problem+json"
const retryAfterSeconds = "5"

interface ProblemText {
  readonly code: ProblemCode | "unauthorized"
  readonly title: string
  readonly detail: string
}

const describeProblem = (code: ProblemCode, detail: string): ProblemText => ({
  code,
  title: problemTable[code].title,
  detail
})

/** Problems by status, for failures without a document of their own. Only the operator port uses 401. */
const problemsByStatus: Readonly<Record<number, ProblemText>> = {
  400: describeProblem("invalid_parameter", "The request could not be read."),
  401: { code: "unauthorized", title: "Unauthorized", detail: "This needs a bearer token." },
  403: describeProblem("forbidden", "This is not permitted."),
  404: describeProblem("not_found", "There is no such path. All paths are listed at /docs."),
  405: describeProblem("method_not_allowed", "This path does not support this method."),
  406: describeProblem("not_acceptable", "The Accept header excludes the media type of this response."),
  408: describeProblem("request_timeout", "The request took too long to arrive."),
  413: describeProblem("payload_too_large", "The body is too large. The limit is 64 KiB."),
  415: describeProblem("unsupported_media_type", "Send JSON with `Content-Type: application/json`."),
  417: describeProblem("expectation_failed", "The only supported `Expect` value is `100-continue`."),
  431: describeProblem("headers_too_large", "The URL and headers of the request are too large. The limit is 16 KiB."),
  500: describeProblem("internal", "Something went wrong on our side. Nothing was charged."),
  503: describeProblem("unavailable", "The service is temporarily unavailable. Try again later. Nothing was charged.")
}
const internalError = describeProblem("internal", "Something went wrong on our side. Nothing was charged.")

const outcomeUnknown =
  "The database failed during this call, so it is unknown whether the call took effect and was charged. " +
  "If you sent an Idempotency-Key, repeat the call with the same key: it takes effect and is charged only once. " +
  "If not, look for its request_id in /balance/history before you repeat the call."

export const problemDocument = (status: number, requestId: string, detail?: string, members: object = {}): string => {
  const { code, title, detail: defaultDetail } = problemsByStatus[status] ?? internalError
  return JSON.stringify({
    type: problemPath(code),
    title,
    status,
    detail: detail ?? defaultDetail,
    code,
    credits_consumed: 0,
    request_id: requestId,
    ...members
  })
}

export const problem = (
  status: number,
  requestId: string,
  detail?: string,
  members?: object
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(problemDocument(status, requestId, detail, members), {
    status,
    contentType,
    headers: status === 503 ? { "retry-after": retryAfterSeconds } : {}
  })

/** What a problem of the table has in every document. */
export const problemMembers = (code: ProblemCode) => ({
  type: problemPath(code),
  title: problemTable[code].title,
  code
})

/** The status of an undeclared failure. */
const statusOf = (error: unknown): number => {
  if (HttpServerError.isHttpServerError(error)) {
    switch (error.reason._tag) {
      case "RouteNotFound":
        return 404
      case "RequestParseError":
        return isTooLarge(error.reason.cause) ? 413 : 400
      default:
        return 500
    }
  }
  return SqlError.isSqlError(error) && (isOutage(error) || unavailableReasons.has(error.reason._tag)) ? 503 : 500
}

const isTooLarge = (cause: unknown): boolean => cause instanceof Error && cause.message.includes("maxBytes")

const unavailableReasons = new Set(["StatementTimeoutError", "LockTimeoutError", "DeadlockError", "SerializationError"])

/** Whether the database failed at the moment of a commit. */
export const isOutcomeUnknown = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => Cause.isDieReason(reason) && reason.defect instanceof OutcomeUnknown)

/** The status of a failure that no schema declares. */
export const statusOfCause = (cause: Cause.Cause<unknown>): number =>
  statusOf(Option.getOrElse(firstFailure(cause), () => Cause.squash(cause)))

/** What the operator learns of a failure that is not the client's. */
export const reportFailure = (text: string, cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.andThen(countStatementErrors(cause), Effect.logError(text, cause))

/** Turns every failure of the app into a problem. `unknownPath` is the detail of a 404. Interruptions pass through: the caller closed the connection. */
export const handleFailures = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  requestId: string,
  unknownPath?: string
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
  Effect.catchCause(app, (cause) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
    if (isOutcomeUnknown(cause)) {
      return Effect.as(
        reportFailure("The outcome of a request is unknown", cause),
        problem(503, requestId, outcomeUnknown, { credits_consumed: null })
      )
    }
    const status = statusOfCause(cause)
    const response = problem(status, requestId, status === 404 ? unknownPath : undefined)
    return status < 500 ? Effect.succeed(response) : Effect.as(reportFailure("Request failed", cause), response)
  })

const firstFailure = <E>(cause: Cause.Cause<E>) => Result.getSuccess(Cause.findError(cause))

const JsonObject = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))

/** Completes an error response: one without a problem document gets one, a document gets its `request_id`. Pages stay. */
export const completeProblem = (
  response: HttpServerResponse.HttpServerResponse,
  requestId: string
): HttpServerResponse.HttpServerResponse => {
  if (response.status < 400 || response.headers["content-type"]?.startsWith("text/html")) return response
  const document = documentOf(response)
  const body = Option.isSome(document)
    ? JSON.stringify({ ...document.value, request_id: requestId })
    : problemDocument(response.status, requestId)
  // Keeps headers such as `Allow`.
  return HttpServerResponse.setHeaders(HttpServerResponse.setBody(response, HttpBody.text(body, contentType)), {
    ...(response.status === 503 ? { "retry-after": retryAfterSeconds } : {}),
    // The rest of the body stays unread, so the connection cannot be reused.
    ...(response.status === 413 ? { connection: "close" } : {})
  })
}

const documentOf = ({ headers, body }: HttpServerResponse.HttpServerResponse) =>
  headers["content-type"] === contentType && body._tag === "Uint8Array"
    ? Schema.decodeUnknownOption(JsonObject)(new TextDecoder().decode(body.body))
    : Option.none()
