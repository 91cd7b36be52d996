/**
 * Every error of the API as an RFC 9457 problem document. `detail` is the string the description asks for, `code`
 * is stable and meant for programs. `request_id` is filled in by the transport, which alone knows it.
 */
import { Effect, Schema } from "effect"
import { HttpApiError } from "effect/http-api"
import { Count } from "./Parameters.ts"

const members = <const Code extends string>(code: Code) => ({
  detail: Schema.String.annotate({ description: "What went wrong and what to do about it." }),
  code: Schema.tag(code).annotate({ description: "Stable code for programs." }),
  credits_consumed: Schema.tag(0).annotate({ description: "A refused or failed call costs nothing." }),
  request_id: Schema.String.pipe(Schema.withConstructorDefault(Effect.succeed(""))).annotate({
    description: "The same as the response header `X-Request-Id`."
  })
})

/** One field that is to blame for a 400. */
export const FieldError = Schema.Struct({
  path: Schema.String.annotate({ description: "The parameter or body field, such as `likeCount`." }),
  message: Schema.String
})
export type FieldError = typeof FieldError.Type

/** Malformed, out of range, unknown or conflicting input. */
export class InvalidParameter extends HttpApiError.Problem<InvalidParameter>()(
  "InvalidParameter",
  { type: "/problems/invalid-parameter", status: 400, title: "Invalid parameter" },
  { ...members("invalid_parameter"), errors: Schema.Array(FieldError) }
) {}

/** A 400 whose detail reads `path: message` for each field at fault. */
export const invalidParameter = (...errors: ReadonlyArray<FieldError>): InvalidParameter =>
  new InvalidParameter({
    detail: errors.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; "),
    errors: errors.filter(({ path }) => path !== "")
  })

export class MissingApiKey extends HttpApiError.Problem<MissingApiKey>()(
  "MissingApiKey",
  { type: "/problems/missing-api-key", status: 401, title: "Missing API key" },
  members("missing_api_key")
) {}

/** The same for unknown, revoked and malformed keys, so that a caller learns nothing about other keys. */
export class InvalidApiKey extends HttpApiError.Problem<InvalidApiKey>()(
  "InvalidApiKey",
  { type: "/problems/invalid-api-key", status: 401, title: "Invalid API key" },
  members("invalid_api_key")
) {}

/** The estimate is above the balance: nothing ran and nothing was charged. */
export class InsufficientCredits extends HttpApiError.Problem<InsufficientCredits>()(
  "InsufficientCredits",
  { type: "/problems/insufficient-credits", status: 402, title: "Insufficient credits" },
  {
    ...members("insufficient_credits"),
    estimated_cost: Count.annotate({ description: "What the call could cost at most, in credits." }),
    remaining_credits: Count.annotate({ description: "What the account can spend now, in credits." })
  }
) {}

/** No current plan, or a plan without webhooks. */
export class PlanRequired extends HttpApiError.Problem<PlanRequired>()(
  "PlanRequired",
  { type: "/problems/plan-required", status: 403, title: "Plan required" },
  members("plan_required")
) {}

/** Unknown, or of another account: no difference is visible. */
export class NotFound extends HttpApiError.Problem<NotFound>()(
  "NotFound",
  { type: "/problems/not-found", status: 404, title: "Not found" },
  members("not_found")
) {}

export class Conflict extends HttpApiError.Problem<Conflict>()(
  "Conflict",
  { type: "/problems/conflict", status: 409, title: "Conflict" },
  members("conflict")
) {}

/** A part of the service is down: retry later. Nothing was charged. */
export class Unavailable extends HttpApiError.Problem<Unavailable>()(
  "Unavailable",
  { type: "/problems/unavailable", status: 503, title: "Unavailable" },
  members("unavailable")
) {}
