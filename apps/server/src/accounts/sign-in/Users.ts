/** People who can sign in to an account: how they come, prove their address and get a new password. */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { normalEmail } from "../../runtime/EmailAddress.ts"
import type { UserId } from "../../runtime/Ids.ts"
import { Auth } from "./Auth.ts"
import type { AuthRejection } from "./AuthCalls.ts"
import { type BadLink, orAuthFailure } from "./AuthFailures.ts"
import { hashed, type PasswordsBusy } from "./Password.ts"
import { type AccountHasUser, discardUnverified, insertVerified } from "./VerifiedUsers.ts"

/** Somebody has this address already, or the account has a user. */
export class UserExists extends Schema.TaggedError<UserExists>()("UserExists", { email: Schema.String }) {
  override readonly message = `There is already a user ${this.email}, or the account has another user.`
}

interface NewUser {
  readonly email: string
  readonly password: string
  /** The path to go to once the address is proven. */
  readonly returnTo?: string | undefined
}

interface KnownUser {
  readonly accountId: AccountId
  readonly email: string
  readonly password: string
}

/** A link has no password, so nothing else can go wrong with it. */
const refusedLinks = <A, R>(effect: Effect.Effect<A, AuthRejection, R>) =>
  orAuthFailure(effect).pipe(Effect.catchTag(["WrongPassword", "EmailNotVerified", "SecondStepNeeded"], Effect.die))

export class Users extends Context.Service<
  Users,
  {
    /**
     * Sends a mail in any case: with a link that proves the address, or saying that there is already a user. The password
     * must have the right length.
     */
    signUp(user: NewUser): Effect.Effect<void, PasswordsBusy>
    /** Sends the link again, if the address is not confirmed yet. */
    sendVerification(user: Omit<NewUser, "password">): Effect.Effect<void>
    /** Proves the address that a link was sent to, and gives its user an account. */
    verify(token: string): Effect.Effect<void, BadLink | AccountHasUser>
    /** Sends a link to set a new password, if this address has a user. */
    requestReset(user: Omit<NewUser, "password">): Effect.Effect<void>
    /** Sets the password, ends all sessions and proves the address, since the link came by mail. Returns whose it is. */
    reset(token: string, password: string): Effect.Effect<UserId | undefined, BadLink | AccountHasUser | PasswordsBusy>
    /** A user whose address needs no proof, because the operator knows it. */
    create(user: KnownUser): Effect.Effect<UserId, UserExists>
    /** Whether they can sign in with a password. */
    hasPassword(userId: UserId): Effect.Effect<boolean>
    findByEmail(
      email: string
    ): Effect.Effect<Option.Option<{ readonly id: UserId; readonly accountId: AccountId | null }>>
  }
>()("@heddle/server/accounts/users/Users") {
  static readonly layer = Layer.effect(
    Users,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, signedAgain } = yield* Auth
      /** Not to be interrupted, because better-auth would continue to send statements after its end. */
      const inTransaction = <A, E>(effect: Effect.Effect<A, E>) => Effect.uninterruptible(atomically(sql, effect))

      const signUp = Effect.fn("Users.signUp")(function* ({ email, password, returnTo }: NewUser) {
        const hash = yield* hashed(password)
        const body = { name: "", email: normalEmail(email), password }
        const attempt = Effect.andThen(
          discardUnverified(sql, email),
          call((auth) => auth.api.signUpEmail({ body }), { hashed: hash, returnTo })
        )
        yield* Effect.orDie(inTransaction(attempt))
      })

      const sendVerification = Effect.fn("Users.sendVerification")(function* ({
        email,
        returnTo
      }: Omit<NewUser, "password">) {
        yield* call((auth) => auth.api.sendVerificationEmail({ body: { email: normalEmail(email) } }), { returnTo })
      }, Effect.orDie)

      const verify = Effect.fn("Users.verify")((token: string) =>
        inTransaction(call((auth) => auth.api.verifyEmail({ query: { token: signedAgain.token(token) } }))).pipe(
          refusedLinks,
          Effect.asVoid
        )
      )

      const requestReset = Effect.fn("Users.requestReset")(function* ({ email, returnTo }: Omit<NewUser, "password">) {
        const body = { email: normalEmail(email) }
        yield* inTransaction(call((auth) => auth.api.requestPasswordReset({ body }), { returnTo }))
      }, Effect.orDie)

      const reset = Effect.fn("Users.reset")(function* (token: string, password: string) {
        const hash = yield* hashed(password)
        let whose: UserId | undefined
        const onReset = (userId: UserId) => {
          whose = userId
        }
        yield* inTransaction(
          call((auth) => auth.api.resetPassword({ body: { token, newPassword: password } }), { hashed: hash, onReset })
        ).pipe(refusedLinks)
        return whose
      })

      const create = Effect.fn("Users.create")(
        function* ({ accountId, email, password }: KnownUser) {
          const { hash } = yield* Effect.orDie(hashed(password))
          return yield* sql.withTransaction(insertVerified(sql, { accountId, email: normalEmail(email), hash }))
        },
        (effect, { email }) =>
          effect.pipe(
            Effect.catchReason("SqlError", "UniqueViolation", () => Effect.fail(new UserExists({ email }))),
            Effect.catchTag("SqlError", Effect.die)
          )
      )

      const findByEmail = Effect.fn("Users.findByEmail")(function* (email: string) {
        const [row] = yield* sql<{ id: UserId; accountId: AccountId | null }>`
          SELECT id, account_id FROM users WHERE email = ${normalEmail(email)}`
        return Option.fromNullishOr(row)
      }, Effect.orDie)

      const hasPassword = Effect.fn("Users.hasPassword")(function* (userId: UserId) {
        const rows = yield* sql`SELECT 1 FROM user_credentials WHERE user_id = ${userId} AND password IS NOT NULL`
        return rows.length > 0
      }, Effect.orDie)

      return Users.of({ hasPassword, signUp, sendVerification, verify, requestReset, reset, create, findByEmail })
    })
  )
}
