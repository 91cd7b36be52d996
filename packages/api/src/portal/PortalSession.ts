/** Every call of the portal is made by a person who is signed in. The server reads the session's cookie. */
import { Context, Schema } from "effect"
import { RpcMiddleware } from "effect/rpc"
import type { AccountId } from "../Ids.ts"
import { FieldError } from "../Parameters.ts"

/**
 * How calls of the portal fail. Every problem of the API becomes one `PortalProblem` with the same code and detail, so
 * that the browser handles one class.
 */
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

/** Who calls. */
export class PortalCaller extends Context.Service<
  PortalCaller,
  {
    readonly accountId: AccountId
    readonly userId: string
    readonly sessionId: string
    readonly email: string
    readonly signedInAt: Date
    readonly requestId: string | null
  }
>()("@heddle/api/portal/PortalCaller") {}

export class PortalSession extends RpcMiddleware.Service<PortalSession, { provides: PortalCaller }>()(
  "@heddle/api/portal/PortalSession",
  // Any call can fail: too many at once, a database that is down, a fault of ours.
  { error: Schema.Union([PortalProblem, SessionEnded]) }
) {}

/** RFC 3339. */
export const Instant = Schema.String

/** Where the server answers them. */
export const portalRpcPath = "/portal/rpc"
