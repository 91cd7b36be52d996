/** Sign-in sessions of people, kept in a cookie of their browser. API keys and OAuth tokens are not sessions. */
import { AccountId } from "@heddle/api"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHash, randomBytes } from "node:crypto"
import { atomically } from "../../database/client/Atomically.ts"
import { isEmailAddress, normalEmail } from "../../runtime/EmailAddress.ts"
import { newId, SessionId, UserId } from "../../runtime/Ids.ts"
import { now, plusMillis } from "../../runtime/Time.ts"
import { Auth } from "./Auth.ts"
import { clientAddressHeader } from "./AuthCalls.ts"
import { BadLink, type EmailNotVerified, orAuthFailure, WrongPassword } from "./AuthFailures.ts"
import { KnownBrowsers } from "./KnownBrowsers.ts"
import { OneTimeCodes, type WrongCode } from "./OneTimeCodes.ts"
import { passwordLength } from "./NewPassword.ts"
import { matches, type PasswordsBusy } from "./Password.ts"
import { SignInThrottle } from "./SignInThrottle.ts"
import { makeUserMails } from "./UserMails.ts"
import type { Visitor } from "./Visitor.ts"

/** What a browser keeps between the password and the one-time code: a ticket of ten minutes, of which only a hash is stored. */
const ticketBytes = 32
const ticketMillis = 600_000

/** Within a day. */
const wrongCodesToTell = 5

const identifierOf = (ticket: string) => `second step ${createHash("sha256").update(ticket).digest("base64url")}`

interface TicketHolder {
  readonly userId: UserId
  readonly email: string
}

const makeSecondStep = (sql: SqlClient.SqlClient) => {
  /** A new password ends it, like everything that waits for a person. */
  const issue = Effect.fnUntraced(function* (userId: UserId) {
    const ticket = randomBytes(ticketBytes).toString("base64url")
    const time = yield* now
    const row = {
      id: yield* newId("ver"),
      identifier: identifierOf(ticket),
      value: userId,
      expiresAt: plusMillis(time, ticketMillis),
      createdAt: time,
      updatedAt: time
    }
    yield* sql`INSERT INTO user_verifications ${sql.insert(row)}`
    return ticket
  })

  const holderOf = Effect.fnUntraced(function* (ticket: string) {
    const [row] = yield* sql<TicketHolder>`
      SELECT u.id AS user_id, u.email FROM user_verifications v JOIN users u ON u.id = v.value
      WHERE v.identifier = ${identifierOf(ticket)} AND v.expires_at > ${yield* now}`
    return Option.fromNullishOr(row)
  })

  /** Returns false when another request was faster. */
  const redeem = (ticket: string) =>
    Effect.map(
      sql`DELETE FROM user_verifications WHERE identifier = ${identifierOf(ticket)} RETURNING 1`,
      (rows) => rows.length > 0
    )

  return { issue, holderOf, redeem }
}

/** A person with a verified address, signed in to the account they belong to. */
const SignedIn = Schema.Struct({
  userId: UserId,
  accountId: AccountId,
  email: Schema.String,
  sessionId: SessionId,
  /** When this session began. */
  signedInAt: Schema.Date
})
export type SignedIn = typeof SignedIn.Type

/** The password is right, and the person also uses one-time codes. No session has begun. */
export class CodeNeeded extends Schema.TaggedError<CodeNeeded>()("CodeNeeded", { ticket: Schema.String }) {}

/** Values of the header `Set-Cookie`. */
export type SetCookies = ReadonlyArray<string>

export class Sessions extends Context.Service<
  Sessions,
  {
    /** Who sent a request with these headers; none without a session in force. */
    find(headers: Headers): Effect.Effect<Option.Option<SignedIn>>
    /** The same for a page that the person opens: once a day, their session is extended. */
    visit(
      headers: Headers
    ): Effect.Effect<{ readonly signedIn: Option.Option<SignedIn>; readonly setCookies: SetCookies }>
    signIn(
      credentials: { readonly email: string; readonly password: string },
      visitor: Visitor
    ): Effect.Effect<SetCookies, WrongPassword | EmailNotVerified | CodeNeeded | PasswordsBusy>
    /** Whose password was right, for a ticket of `CodeNeeded`; none when it has expired or was used. */
    ofTicket(ticket: string): Effect.Effect<Option.Option<TicketHolder>>
    /** The second step of `signIn`. */
    signInWithCode(
      step: { readonly ticket: string; readonly code: string },
      visitor: Visitor
    ): Effect.Effect<SetCookies, WrongCode | BadLink>
    /** Somebody whom another proof than a password has shown. Within the caller's transaction, if there is one. */
    begin(userId: UserId, visitor: Visitor): Effect.Effect<SetCookies>
    /** With the cookie of a browser that is known from now on, if these begin a session. */
    remembered(setCookies: SetCookies, visitor: Visitor): Effect.Effect<SetCookies>
    /** Ends the session, if there is one. */
    signOut(headers: Headers): Effect.Effect<SetCookies>
  }
>()("@heddle/server/accounts/sessions/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const { call, signedAgain } = yield* Auth
      const sql = yield* SqlClient.SqlClient
      const codes = yield* OneTimeCodes
      const browsers = yield* KnownBrowsers
      const throttle = yield* SignInThrottle
      const mails = yield* makeUserMails
      const secondStep = makeSecondStep(sql)

      const read = (headers: Headers, disableRefresh: boolean) =>
        call((auth) =>
          auth.api.getSession({ headers: signedAgain.cookies(headers), query: { disableRefresh }, returnHeaders: true })
        ).pipe(
          Effect.map(({ headers, response }) => ({
            signedIn: Schema.decodeUnknownOption(SignedIn)({
              ...response?.user,
              userId: response?.user.id,
              sessionId: response?.session.id,
              signedInAt: response?.session.createdAt
            }),
            setCookies: headers.getSetCookie()
          })),
          Effect.orDie
        )

      const find = Effect.fn("Sessions.find")((headers: Headers) =>
        Effect.map(read(headers, true), ({ signedIn }) => signedIn)
      )
      const visit = Effect.fn("Sessions.visit")((headers: Headers) => read(headers, false))

      /** The session's cookie, and that of a browser that is known from now on. */
      const withBrowser = Effect.fnUntraced(function* (userId: UserId, visitor: Visitor, setCookies: SetCookies) {
        return [...setCookies, yield* browsers.remember(userId, visitor)]
      })

      const remembered = Effect.fn("Sessions.remembered")(function* (setCookies: SetCookies, visitor: Visitor) {
        const cookie = setCookies.map((setCookie) => setCookie.split(";", 1)[0]).join("; ")
        const person = yield* find(new Headers({ cookie }))
        return Option.isNone(person) ? setCookies : yield* withBrowser(person.value.userId, visitor, setCookies)
      })

      /** Fails unless this is the password; returns what shows better-auth that it is. */
      const proven = Effect.fnUntraced(function* (email: string, password: string) {
        if (!isEmailAddress(email) || password.length > passwordLength.maximum) return yield* new WrongPassword()
        const [row] = yield* Effect.orDie(sql<{ password: string }>`
          SELECT c.password FROM users u JOIN user_credentials c ON c.user_id = u.id
          WHERE u.email = ${normalEmail(email)} AND c.password IS NOT NULL`)
        if (!(yield* matches(password, row?.password)) || row === undefined) return yield* new WrongPassword()
        return { password, hash: row.password }
      })

      const signIn = Effect.fn("Sessions.signIn")(function* (
        { email, password }: { readonly email: string; readonly password: string },
        visitor: Visitor
      ) {
        const hashed = yield* proven(email, password)
        const { headers, response } = yield* call(
          (auth) =>
            auth.api.signInEmail({
              body: { email: normalEmail(email), password },
              headers: headersOf(visitor),
              returnHeaders: true
            }),
          { byPassword: true, hashed }
        ).pipe(
          orAuthFailure,
          Effect.catchTag("SecondStepNeeded", ({ userId }) =>
            Effect.flatMap(Effect.orDie(secondStep.issue(userId)), (ticket) => Effect.fail(new CodeNeeded({ ticket })))
          ),
          Effect.catchTag(["BadLink", "AccountHasUser"], Effect.die)
        )
        return yield* withBrowser(UserId.make(response.user.id), visitor, headers.getSetCookie())
      })

      const ofTicket = Effect.fn("Sessions.ofTicket")(secondStep.holderOf, Effect.orDie)

      const begin = Effect.fn("Sessions.begin")(function* (userId: UserId, visitor: Visitor) {
        const { headers } = yield* call((auth) =>
          auth.api.signInUser({ body: { userId }, headers: headersOf(visitor), returnHeaders: true })
        )
        return yield* withBrowser(userId, visitor, headers.getSetCookie())
      }, Effect.orDie)

      /** Whoever is here knows the password: its owner should hear of it, once a day. */
      const warned = Effect.fnUntraced(function* (ticket: string) {
        const holder = yield* secondStep.holderOf(ticket)
        if (Option.isNone(holder)) return
        const { email } = holder.value
        if ((yield* throttle.failed("code", email)) === wrongCodesToTell) yield* mails.wrongCodes(email)
      }, Effect.orDie)

      const signInWithCode = Effect.fn("Sessions.signInWithCode")(
        function* ({ ticket, code }: { readonly ticket: string; readonly code: string }, visitor: Visitor) {
          const holder = yield* secondStep.holderOf(ticket)
          if (Option.isNone(holder)) return yield* new BadLink()
          yield* codes.use(holder.value.userId, code)
          if (!(yield* secondStep.redeem(ticket))) return yield* new BadLink()
          return yield* begin(holder.value.userId, visitor)
        },
        // Not to be interrupted, because better-auth would continue to send statements after its end.
        (effect, { ticket }) =>
          Effect.uninterruptible(atomically(sql, effect)).pipe(Effect.tapErrorTag("WrongCode", () => warned(ticket)))
      )

      const signOut = Effect.fn("Sessions.signOut")((headers: Headers) =>
        call((auth) => auth.api.signOut({ headers: signedAgain.cookies(headers), returnHeaders: true })).pipe(
          Effect.map(({ headers }) => headers.getSetCookie()),
          Effect.orDie
        )
      )

      return Sessions.of({ find, visit, signIn, ofTicket, signInWithCode, begin, remembered, signOut })
    })
  )
}

const headersOf = (visitor: Visitor) =>
  new Headers({ [clientAddressHeader]: visitor.address, "user-agent": visitor.userAgent ?? "" })
