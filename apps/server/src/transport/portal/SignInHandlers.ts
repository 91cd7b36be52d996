/** How the person signs in: address, password, sessions, passkeys, one-time codes. */
import { Effect } from "effect"
import { OneTimeCodes } from "../../accounts/sign-in/OneTimeCodes.ts"
import { Passkeys } from "../../accounts/sign-in/Passkeys.ts"
import { PersonSessions } from "../../accounts/sign-in/PersonSessions.ts"
import { SignInThrottle } from "../../accounts/sign-in/SignInThrottle.ts"
import { EmailChange } from "../../accounts/sign-in/EmailChange.ts"
import { Passwords } from "../../accounts/sign-in/Passwords.ts"
import { emailProblem } from "../pages/Messages.ts"
import { instant } from "./Instants.ts"
import { caller, callerTexts, invalid, recentCaller, refusing, unknown } from "./SignedInUser.ts"

const maxNameLength = 100

export const signInHandlers = Effect.gen(function* () {
  const passwords = yield* Passwords
  const emails = yield* EmailChange
  const sessions = yield* PersonSessions
  const passkeys = yield* Passkeys
  const codes = yield* OneTimeCodes
  const throttle = yield* SignInThrottle
  return {
    "account.ChangeEmail": Effect.fnUntraced(function* ({ email }: { readonly email: string }) {
      const person = yield* recentCaller
      const fault = emailProblem(yield* callerTexts, email)
      if (fault !== undefined) return yield* invalid("email", fault)
      yield* refusing()(emails.request(person, email))
    }),
    "account.ChangePassword": Effect.fnUntraced(function* ({
      current,
      next
    }: {
      readonly current: string
      readonly next: string
    }) {
      yield* refusing("current")(passwords.change(yield* caller, current, next))
    }),
    "account.ListSessions": Effect.fnUntraced(function* () {
      const person = yield* caller
      const all = yield* sessions.list(person)
      return all.map(({ id, createdAt, updatedAt, ipAddress, userAgent }) => ({
        id,
        current: id === person.sessionId,
        createdAt: instant(createdAt),
        lastSeenAt: instant(updatedAt),
        address: ipAddress,
        userAgent
      }))
    }),
    "account.EndSession": Effect.fnUntraced(function* ({ sessionId }: { readonly sessionId: string }) {
      if (!(yield* sessions.end(yield* caller, sessionId))) return yield* unknown("session", sessionId)
    }),
    "account.EndOtherSessions": Effect.fnUntraced(function* () {
      yield* sessions.endOthers(yield* caller)
    }),
    "account.StartPasskey": Effect.fnUntraced(function* () {
      return { options: yield* refusing()(passkeys.start(yield* recentCaller)) }
    }),
    "account.AddPasskey": Effect.fnUntraced(function* (payload: { readonly name: string; readonly response: unknown }) {
      const person = yield* recentCaller
      const name = payload.name.trim()
      if (name === "" || name.length > maxNameLength) {
        return yield* invalid("name", `must have 1 to ${maxNameLength} characters`)
      }
      yield* refusing()(passkeys.add(person, name, payload.response))
    }),
    "account.DeletePasskey": Effect.fnUntraced(function* ({ passkeyId }: { readonly passkeyId: string }) {
      if (!(yield* passkeys.remove(yield* recentCaller, passkeyId))) return yield* unknown("passkey", passkeyId)
    }),
    "account.StartOneTimeCodes": Effect.fnUntraced(function* ({ password }: { readonly password: string }) {
      const person = yield* recentCaller
      return yield* refusing()(Effect.andThen(passwords.check(person, password), codes.start(person)))
    }),
    "account.ConfirmOneTimeCodes": Effect.fnUntraced(function* ({ code }: { readonly code: string }) {
      const person = yield* caller
      yield* refusing()(
        Effect.andThen(throttle.take("confirmation", null, person.sessionId), codes.confirm(person, code))
      )
    }),
    "account.StopOneTimeCodes": Effect.fnUntraced(function* ({ password }: { readonly password: string }) {
      const person = yield* recentCaller
      yield* refusing()(Effect.andThen(passwords.check(person, password), codes.stop(person)))
    })
  }
})
