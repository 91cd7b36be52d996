/** The password of a person who is signed in: checking it again, and changing it. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { now } from "../../runtime/Time.ts"
import { audit } from "../audit/AuditLog.ts"
import type { SignedIn } from "./Sessions.ts"
import { SignInThrottle, type TooManyAttempts } from "./SignInThrottle.ts"
import { WrongPassword } from "./AuthFailures.ts"
import { passwordFault } from "./NewPassword.ts"
import { hashed, matches, type PasswordsBusy } from "./Password.ts"
import { makeUserMails } from "./UserMails.ts"

/** Somebody who signs in by their organisation's provider alone. */
export class NoPassword extends Schema.TaggedError<NoPassword>()("NoPassword", {}) {
  override readonly message =
    "You sign in through your provider and have no password here. Sign out and use “Forgot your password?” to set one."
}
export class BadNewPassword extends Schema.TaggedError<BadNewPassword>()("BadNewPassword", {
  fault: Schema.Literals(["shortPassword", "longPassword", "commonPassword", "ownPassword"])
}) {}

type Refused = WrongPassword | NoPassword | TooManyAttempts | PasswordsBusy

export class Passwords extends Context.Service<
  Passwords,
  {
    /** Fails unless this is their password. */
    check(person: SignedIn, password: string): Effect.Effect<void, Refused>
    /** Ends all other sessions, and links to set a new password. */
    change(person: SignedIn, current: string, next: string): Effect.Effect<void, Refused | BadNewPassword>
  }
>()("@heddle/server/accounts/users/Passwords") {
  static readonly layer = Layer.effect(
    Passwords,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const throttle = yield* SignInThrottle
      const mails = yield* makeUserMails

      /** Returns the hash that the password was compared with. */
      const proven = Effect.fnUntraced(function* ({ userId, sessionId }: SignedIn, password: string) {
        yield* throttle.take("confirmation", null, sessionId)
        const [row] = yield* Effect.orDie(sql<{ password: string }>`
          SELECT password FROM user_credentials WHERE user_id = ${userId} AND password IS NOT NULL`)
        if (row === undefined) return yield* new NoPassword()
        if (!(yield* matches(password, row.password))) return yield* new WrongPassword()
        yield* throttle.forgive("confirmation", null, sessionId)
        return row.password
      })

      const store = Effect.fnUntraced(
        function* ({ userId, accountId, sessionId, email }: SignedIn, before: string, hash: string) {
          const changed = yield* sql`
            UPDATE user_credentials SET password = ${hash}, updated_at = ${yield* now}
            WHERE user_id = ${userId} AND password = ${before} RETURNING 1`
          // Somebody else has changed it since it was compared.
          if (changed.length === 0) return yield* new WrongPassword()
          yield* sql`DELETE FROM user_sessions WHERE user_id = ${userId} AND id <> ${sessionId}`
          yield* sql`DELETE FROM user_verifications WHERE value = ${userId}`
          yield* audit(sql, accountId, "password.changed")
          yield* mails.changed(email)
        },
        (effect) => atomically(sql, effect)
      )

      const check = Effect.fn("Passwords.check")((person: SignedIn, password: string) =>
        Effect.asVoid(proven(person, password))
      )

      const change = Effect.fn("Passwords.change")(function* (person: SignedIn, current: string, next: string) {
        const fault = passwordFault(next, person.email)
        if (fault !== undefined) return yield* new BadNewPassword({ fault })
        const before = yield* proven(person, current)
        const { hash } = yield* hashed(next)
        yield* store(person, before, hash)
      })

      return Passwords.of({ check, change })
    })
  )
}
