/** Every way in which a call of the portal fails, as the one problem that its browser code knows. */
import { type FieldError, invalidParameter, NotFound, type ProblemCode, problemTable } from "@heddle/api"
import { PortalProblem } from "@heddle/api/portal"
import { Cause, Effect } from "effect"
import type { UnknownConnection } from "../../accounts/oauth/Connections.ts"
import { retryAfterOf } from "../../operations/metering/Call.ts"
import { problemOf as apiProblemOf, type ServiceError } from "../operator/Problems.ts"
import { isOutcomeUnknown, reportFailure, statusOfCause } from "../http/ProblemResponses.ts"

/** A problem of the API. */
interface ApiProblem {
  readonly code: ProblemCode
  readonly detail: string
  readonly errors?: ReadonlyArray<FieldError>
  readonly estimated_cost?: number
  readonly remaining_credits?: number
}

const detailOf = ({ detail, estimated_cost, remaining_credits }: ApiProblem): string =>
  estimated_cost === undefined || remaining_credits === undefined
    ? detail
    : `This call could cost up to ${estimated_cost} credits, and ${remaining_credits} are left. Ask for less, or buy credits.`

/** The middleware adds the request id. */
export const problemOf = (error: ApiProblem): PortalProblem =>
  new PortalProblem({
    code: error.code,
    status: problemTable[error.code].status,
    detail: detailOf(error),
    errors: error.errors ?? [],
    requestId: null,
    retryAfterSeconds: retryAfterOf(error) ?? null
  })

export type PortalFailure = ApiProblem | ServiceError | UnknownConnection | PortalProblem

const failureOf = (error: PortalFailure): PortalProblem => {
  if (error instanceof PortalProblem) return error
  if ("code" in error) return problemOf(error)
  switch (error._tag) {
    case "UnknownConnection":
      return problemOf(new NotFound({ detail: error.message }))
    case "ExpiryPassed":
      return problemOf(invalidParameter({ path: "expiresAt", message: "must be in the future" }))
    default:
      return problemOf(apiProblemOf(error))
  }
}

/** Turns the errors of operations and services into problems of the portal. */
export const respond = <A, E extends PortalFailure, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, PortalProblem, R> => Effect.mapError(effect, failureOf)

const isApiProblem = (error: unknown): error is ApiProblem =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  typeof error.code === "string" &&
  Object.hasOwn(problemTable, error.code)

/** The same for operations whose errors are not known one by one. */
export const respondAny = <A, R>(effect: Effect.Effect<A, unknown, R>): Effect.Effect<A, PortalProblem, R> =>
  Effect.catch(effect, (error) => (isApiProblem(error) ? Effect.fail(problemOf(error)) : Effect.die(error)))

const outcomeUnknown =
  "The database failed during this change, so it is unknown whether it took effect. Check before you try again."

const undeclared = (cause: Cause.Cause<unknown>): PortalProblem => {
  const unknown = isOutcomeUnknown(cause)
  const isDown = unknown || statusOfCause(cause) === 503
  return new PortalProblem({
    code: isDown ? "unavailable" : "internal",
    status: isDown ? 503 : 500,
    detail: unknown
      ? outcomeUnknown
      : isDown
        ? "The service is temporarily unavailable. Try again in a moment. Nothing was charged."
        : "Something went wrong on our side. Nothing was charged. If it happens again, give support the request id.",
    errors: [],
    requestId: null,
    retryAfterSeconds: isDown ? 5 : null
  })
}

const withRequestId = <E>(error: E, requestId: string | null): E | PortalProblem =>
  error instanceof PortalProblem && error.requestId === null ? new PortalProblem({ ...error, requestId }) : error

/** Completes what fails: problems get the request id, and what no schema declares becomes a problem and is logged. */
export const completed = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  requestId: string | null
): Effect.Effect<A, E | PortalProblem, R> =>
  effect.pipe(
    Effect.catchCause((cause): Effect.Effect<never, E | PortalProblem> => {
      if (!Cause.hasDies(cause)) return Effect.failCause(cause)
      return Effect.andThen(reportFailure("A call of the portal failed", cause), Effect.fail(undeclared(cause)))
    }),
    Effect.mapError((error) => withRequestId(error, requestId))
  )
