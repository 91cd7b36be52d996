/** What better-auth answers when it refuses, as errors that callers act on. Everything else is a defect. */
import { Effect, Schema } from "effect"
import { UserId } from "../../runtime/Ids.ts"
import type { AuthRejection } from "./AuthCalls.ts"
import { AccountHasUser } from "./VerifiedUsers.ts"

/** The address or the password is wrong: which of them is nobody's business. */
export class WrongPassword extends Schema.TaggedError<WrongPassword>()("WrongPassword", {}) {}
/** The password is right, but the address is not proven yet. */
export class EmailNotVerified extends Schema.TaggedError<EmailNotVerified>()("EmailNotVerified", {}) {}
/** The link is wrong, used or expired. */
export class BadLink extends Schema.TaggedError<BadLink>()("BadLink", {}) {}

/** The password is right, but no session begins without a one-time code. */
export class SecondStepNeeded extends Schema.TaggedError<SecondStepNeeded>()("SecondStepNeeded", { userId: UserId }) {}

type AuthFailure = WrongPassword | EmailNotVerified | BadLink | AccountHasUser | SecondStepNeeded

const failures: Readonly<Record<string, () => AuthFailure>> = {
  INVALID_EMAIL_OR_PASSWORD: () => new WrongPassword(),
  INVALID_EMAIL: () => new WrongPassword(),
  PASSWORD_TOO_LONG: () => new WrongPassword(),
  EMAIL_NOT_VERIFIED: () => new EmailNotVerified(),
  INVALID_TOKEN: () => new BadLink(),
  TOKEN_EXPIRED: () => new BadLink(),
  USER_NOT_FOUND: () => new BadLink()
}

/** An error of better-auth's API, told by its shape: its class would load the library. */
const isApiError = Schema.is(
  Schema.Struct({ name: Schema.Literal("APIError"), body: Schema.Struct({ code: Schema.String }) })
)

const failureOf = ({ cause }: AuthRejection): Effect.Effect<never, AuthFailure> => {
  if (cause instanceof AccountHasUser || cause instanceof SecondStepNeeded) return Effect.fail(cause)
  const failure = isApiError(cause) ? failures[cause.body.code] : undefined
  return failure === undefined ? Effect.die(cause) : Effect.fail(failure())
}

export const orAuthFailure = <A, R>(effect: Effect.Effect<A, AuthRejection, R>): Effect.Effect<A, AuthFailure, R> =>
  Effect.catch(effect, failureOf)
