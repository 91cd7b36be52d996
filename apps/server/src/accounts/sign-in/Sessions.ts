/** Sign-in sessions of people, kept in a cookie of their browser. API keys and OAuth tokens are not sessions. */
import { AccountId } from "@heddle/api"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHash, randomBytes } from "node:crypto"
import { atomically } from "../../database/client/Atomically.ts"
import { newId, SessionId, UserId } from "../../runtime/Ids.ts"
import { now, plusMillis } from "../../runtime/Time.ts"
import { Auth, clientAddressHeader } from "./Auth.ts"
import { callAuth } from "./AuthCalls.ts"
import { BadLink, type EmailNotVerified, orAuthFailure, type WrongPassword } from "./AuthFailures.ts"
import { OneTimeCodes, type WrongCode } from "./OneTimeCodes.ts"
import { normalEmail } from "./Users.ts"

/** Who sent a request, as far as the connection and the proxies in front tell. */
export interface Visitor {
  /** The address of the client. */
  readonly address: string
  readonly userAgent: string | undefined
}

/** What a browser keeps between the password and the one-time code: a ticket of ten minutes, of which only a hash is stored. */
const ticketBytes = 32
const ticketMillis = 600_000

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
    ): Effect.Effect<SetCookies, WrongPassword | EmailNotVerified | CodeNeeded>
    /** Whose password was right, for a ticket of `CodeNeeded`; none when it has expired or was used. */
    ofTicket(ticket: string): Effect.Effect<Option.Option<TicketHolder>>
    /** The second step of `signIn`. */
    signInWithCode(
      step: { readonly ticket: string; readonly code: string },
      visitor: Visitor
    ): Effect.Effect<SetCookies, WrongCode | BadLink>
    /** Somebody whom another proof than a password has shown. Within the caller's transaction, if there is one. */
    begin(userId: UserId, visitor: Visitor): Effect.Effect<SetCookies>
    /** Ends the session, if there is one. */
    signOut(headers: Headers): Effect.Effect<SetCookies>
  }
>()("@heddle/server/accounts/sessions/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const { auth } = yield* Auth
      const sql = yield* SqlClient.SqlClient
      const codes = yield* OneTimeCodes
      const secondStep = makeSecondStep(sql)

      const read = (headers: Headers, disableRefresh: boolean) =>
        callAuth(() => auth.api.getSession({ headers, query: { disableRefresh }, returnHeaders: true })).pipe(
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

      const signIn = Effect.fn("Sessions.signIn")(
        ({ email, password }: { readonly email: string; readonly password: string }, visitor: Visitor) =>
          callAuth(
            () =>
              auth.api.signInEmail({
                body: { email: normalEmail(email), password },
                headers: headersOf(visitor),
                returnHeaders: true
              }),
            { byPassword: true }
          ).pipe(
            Effect.map(({ headers }) => headers.getSetCookie()),
            orAuthFailure,
            Effect.catchTag("SecondStepNeeded", ({ userId }) =>
              Effect.flatMap(Effect.orDie(secondStep.issue(userId)), (ticket) =>
                Effect.fail(new CodeNeeded({ ticket }))
              )
            ),
            Effect.catchTag(["BadLink", "AccountHasUser"], Effect.die)
          )
      )

      const ofTicket = Effect.fn("Sessions.ofTicket")(secondStep.holderOf, Effect.orDie)

      const begin = Effect.fn("Sessions.begin")(function* (userId: UserId, visitor: Visitor) {
        const { headers } = yield* callAuth(() =>
          auth.api.signInUser({ body: { userId }, headers: headersOf(visitor), returnHeaders: true })
        )
        return headers.getSetCookie()
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
        (effect) => Effect.uninterruptible(atomically(sql, effect))
      )

      const signOut = Effect.fn("Sessions.signOut")((headers: Headers) =>
        callAuth(() => auth.api.signOut({ headers, returnHeaders: true })).pipe(
          Effect.map(({ headers }) => headers.getSetCookie()),
          Effect.orDie
        )
      )

      return Sessions.of({ find, visit, signIn, ofTicket, signInWithCode, begin, signOut })
    })
  )
}

const headersOf = (visitor: Visitor) =>
  new Headers({ [clientAddressHeader]: visitor.address, "user-agent": visitor.userAgent ?? "" })
