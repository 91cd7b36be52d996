/** The person who calls, as the services for people know them; what these refuse, as problems of the portal. */
import { Conflict, invalidParameter, NotFound } from "@heddle/api"
import { PortalCaller, PortalProblem, SignInAgain } from "@heddle/api/portal"
import { Effect, Schema } from "effect"
import type { WrongPassword } from "../../accounts/sign-in/AuthFailures.ts"
import type { AlreadyOn, NotStarted, WrongCode } from "../../accounts/sign-in/OneTimeCodes.ts"
import type { PasskeyRefused, TooManyPasskeys } from "../../accounts/sign-in/Passkeys.ts"
import { passwordLength } from "../../accounts/sign-in/NewPassword.ts"
import { busyRetrySeconds, type PasswordsBusy } from "../../accounts/sign-in/Password.ts"
import type { BadNewPassword, NoPassword } from "../../accounts/sign-in/Passwords.ts"
import type { SignedIn } from "../../accounts/sign-in/Sessions.ts"
import type { TooManyAttempts } from "../../accounts/sign-in/SignInThrottle.ts"
import { SessionId, UserId } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Time.ts"
import { fill, type Texts, textsOf } from "../pages/Texts.ts"
import { problemOf } from "./Failures.ts"
import { PortalRequest } from "./PortalCall.ts"

type Refused =
  | AlreadyOn
  | NotStarted
  | WrongCode
  | PasskeyRefused
  | TooManyPasskeys
  | TooManyAttempts
  | WrongPassword
  | NoPassword
  | BadNewPassword
  | PasswordsBusy

export const unknown = (what: string, id: string) => problemOf(new NotFound({ detail: `You have no ${what} ${id}.` }))

export const invalid = (path: string, message: string) => problemOf(invalidParameter({ path, message }))

const tooMany = ({ retryAfterSeconds }: TooManyAttempts) =>
  new PortalProblem({
    code: "rate_limited",
    status: 429,
    detail: `Too many attempts. Try again in ${retryAfterSeconds} s.`,
    errors: [],
    requestId: null,
    retryAfterSeconds
  })

const busy = () =>
  new PortalProblem({
    code: "unavailable",
    status: 503,
    detail: "Too many passwords are being checked. Try again in a moment.",
    errors: [],
    requestId: null,
    retryAfterSeconds: busyRetrySeconds
  })

/** `password` is the field that holds the present password. */
const refusalOf = (error: Refused, password: string, texts: Texts): PortalProblem => {
  switch (error._tag) {
    case "WrongPassword":
      return invalid(password, texts.wrongCurrentPassword)
    case "BadNewPassword":
      return invalid("next", fill(texts[error.fault], passwordLength))
    case "WrongCode":
      return invalid("code", error.message)
    case "PasskeyRefused":
      return invalid("response", error.message)
    case "TooManyAttempts":
      return tooMany(error)
    case "PasswordsBusy":
      return busy()
    default:
      return problemOf(new Conflict({ detail: error.message }))
  }
}

/** Texts in the language of the page that calls. */
export const callerTexts = Effect.flatMap(PortalRequest, (request) => request?.texts ?? Effect.succeed(textsOf.en))

export const refusing =
  (password = "password") =>
  <A, E extends Refused, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.catch(effect, (error) =>
      Effect.flatMap(callerTexts, (texts) => Effect.fail(refusalOf(error, password, texts)))
    )

/** For what could take an account away from its holder. */
const recentMillis = 15 * 60_000

const userIdOf = Schema.decodeUnknownSync(UserId)
const sessionIdOf = Schema.decodeUnknownSync(SessionId)

export const caller = Effect.map(PortalCaller, ({ accountId, userId, sessionId, email, signedInAt }): SignedIn => ({
  accountId,
  userId: userIdOf(userId),
  sessionId: sessionIdOf(sessionId),
  email,
  signedInAt
}))

/** The caller, who has signed in within the last 15 minutes. */
export const recentCaller = Effect.gen(function* () {
  const person = yield* caller
  if ((yield* now).getTime() - person.signedInAt.getTime() > recentMillis) return yield* new SignInAgain()
  return person
})
