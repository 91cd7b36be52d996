/** Sign-in sessions of people, kept in a cookie of their browser. API keys and OAuth tokens are not sessions. */
import { AccountId } from "@heddle/api"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SessionId, UserId } from "../../runtime/Ids.ts"
import { Auth, clientAddressHeader } from "../users/Auth.ts"
import { callAuth } from "../users/AuthCalls.ts"
import { type EmailNotVerified, orAuthFailure, type WrongPassword } from "../users/AuthFailures.ts"
import { normalEmail } from "../users/Users.ts"
import type { Visitor } from "./Visitor.ts"

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
    ): Effect.Effect<SetCookies, WrongPassword | EmailNotVerified>
    /** Ends the session, if there is one. */
    signOut(headers: Headers): Effect.Effect<SetCookies>
  }
>()("@heddle/server/accounts/sessions/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const { auth } = yield* Auth

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
          callAuth(() =>
            auth.api.signInEmail({
              body: { email: normalEmail(email), password },
              headers: new Headers({
                [clientAddressHeader]: visitor.address,
                "user-agent": visitor.userAgent ?? ""
              }),
              returnHeaders: true
            })
          ).pipe(
            Effect.map(({ headers }) => headers.getSetCookie()),
            orAuthFailure,
            Effect.catchTag(["BadLink", "AccountHasUser"], Effect.die)
          )
      )

      const signOut = Effect.fn("Sessions.signOut")((headers: Headers) =>
        callAuth(() => auth.api.signOut({ headers, returnHeaders: true })).pipe(
          Effect.map(({ headers }) => headers.getSetCookie()),
          Effect.orDie
        )
      )

      return Sessions.of({ find, visit, signIn, signOut })
    })
  )
}
