/**
 * How calls of the portal fail. Every problem of the API becomes one `PortalProblem` with the same code and detail, so
 * that the browser handles one class.
 */
import { Schema } from "effect"
import { FieldError } from "../FieldError.ts"

export class PortalProblem extends Schema.TaggedError<PortalProblem>()("PortalProblem", {
  /** The `code` of the API's problem document, such as `not_found`. */
  code: Schema.String,
  /** The status that the API would answer. */
  status: Schema.Int,
  /** What went wrong and what to do about it, in English. */
  detail: Schema.String,
  /** The fields at fault, by the names of the payload. */
  errors: Schema.Array(FieldError),
  requestId: Schema.NullOr(Schema.String),
  retryAfterSeconds: Schema.NullOr(Schema.Int)
}) {}

/** Nobody is signed in, or the session has ended; nothing was done. */
export class SessionEnded extends Schema.TaggedError<SessionEnded>()("SessionEnded", {}) {}

/** The change needs a sign-in of the last 15 minutes; nothing was done. */
export class SignInAgain extends Schema.TaggedError<SignInAgain>()("SignInAgain", {}) {}
