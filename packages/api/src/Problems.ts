/**
 * Every error of the API as an RFC 9457 problem document. `detail` is the string that the description requires, and
 * `code` is stable for programs. The transport fills in `request_id`.
 */
import { Effect, Schema } from "effect"
import { HttpApiError } from "effect/http-api"
import { Count, FieldError } from "./Parameters.ts"
import { type ProblemCode, problemPath, problemTable } from "./ProblemTable.ts"

/** What the table says of a problem. */
const head = <const Code extends ProblemCode>(code: Code) => {
  const { status, title }: Pick<(typeof problemTable)[Code], "status" | "title"> = problemTable[code]
  return { type: problemPath(code), status, title } as const
}

const members = <const Code extends string>(code: Code) => ({
  detail: Schema.String.annotate({ description: "What went wrong and what to do about it." }),
  code: Schema.tag(code).annotate({ description: "Stable code for programs." }),
  credits_consumed: Schema.tag(0).annotate({ description: "Always 0: a call that fails costs nothing." }),
  request_id: Schema.String.pipe(Schema.withConstructorDefault(Effect.succeed(""))).annotate({
    description: "The same as the response header `X-Request-Id`."
  })
})

/** Of a problem without further members. */
const problem = <const Code extends ProblemCode>(code: Code) => [head(code), members(code)] as const

/** Malformed, out of range, unknown or conflicting input. */
export class InvalidParameter extends HttpApiError.Problem<InvalidParameter>()(
  "InvalidParameter",
  head("invalid_parameter"),
  {
    ...members("invalid_parameter"),
    errors: Schema.Array(FieldError).annotate({ description: "The fields that are wrong." })
  }
) {}

/** A 400 whose detail reads `path: message` for each field at fault. */
export const invalidParameter = (...errors: ReadonlyArray<FieldError>): InvalidParameter =>
  new InvalidParameter({
    detail: errors.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; "),
    errors
  })

export class MissingApiKey extends HttpApiError.Problem<MissingApiKey>()(
  "MissingApiKey",
  ...problem("missing_api_key")
) {}

/** Identical for unknown, revoked and malformed keys, so that the answer reveals nothing about other keys. */
export class InvalidApiKey extends HttpApiError.Problem<InvalidApiKey>()(
  "InvalidApiKey",
  ...problem("invalid_api_key")
) {}

/** What callers need to make a request affordable; part of 402 answers and dry runs. */
export const affordability = {
  estimated_cost: Count.annotate({ description: "The most that the call could cost, in credits." }),
  remaining_credits: Count.annotate({ description: "What this key can spend now, in credits." }),
  max_affordable_limit: Schema.NullOr(Count).annotate({
    description:
      "The largest `limit` or `size` that you can afford for this call; 0 if none, null if the call has no such parameter."
  })
}

/** The estimate exceeds the balance. Nothing ran and nothing was charged. */
export class InsufficientCredits extends HttpApiError.Problem<InsufficientCredits>()(
  "InsufficientCredits",
  head("insufficient_credits"),
  { ...members("insufficient_credits"), ...affordability }
) {}

/** The estimate exceeds what is left of the key's monthly limit. Nothing ran and nothing was charged. */
export class KeyLimitReached extends HttpApiError.Problem<KeyLimitReached>()(
  "KeyLimitReached",
  head("key_limit_reached"),
  {
    ...members("key_limit_reached"),
    ...affordability,
    credit_limit: Count.annotate({ description: "What this key can spend in a calendar month, in credits." })
  }
) {}

/** No current plan, or a plan without webhooks. */
export class PlanRequired extends HttpApiError.Problem<PlanRequired>()("PlanRequired", ...problem("plan_required")) {}

/** Does not exist, or belongs to another account; the answer does not say which. */
export class NotFound extends HttpApiError.Problem<NotFound>()("NotFound", ...problem("not_found")) {}

export class Conflict extends HttpApiError.Problem<Conflict>()("Conflict", ...problem("conflict")) {}

/** The key was used for another request within the last 24 hours. */
export class IdempotencyConflict extends HttpApiError.Problem<IdempotencyConflict>()(
  "IdempotencyConflict",
  ...problem("idempotency_conflict")
) {}

/** The account exceeds its request rate; checked before everything but the key. */
export class RateLimited extends HttpApiError.Problem<RateLimited>()("RateLimited", ...problem("rate_limited")) {}

/** As many calls of the account are running as may run at once, and the call could not start in time. */
export class TooManyRunningCalls extends HttpApiError.Problem<TooManyRunningCalls>()(
  "TooManyRunningCalls",
  ...problem("too_many_running_calls")
) {}

/** A part of the service is down; retry later. Nothing was charged, unless that is unknown. */
export class Unavailable extends HttpApiError.Problem<Unavailable>()("Unavailable", head("unavailable"), {
  ...members("unavailable"),
  credits_consumed: Schema.NullOr(Schema.Literal(0))
    .pipe(Schema.withConstructorDefault(Effect.succeed(0 as const)))
    .annotate({ description: "0, or null if it is unknown whether the call was charged." })
}) {}
