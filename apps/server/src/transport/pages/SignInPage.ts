/** Signing in with a password or through the organisation's provider, and signing out. */
import { Effect, Layer, Option } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { Passkeys } from "../../accounts/sign-in/Passkeys.ts"
import type { PasswordsBusy } from "../../accounts/sign-in/Password.ts"
import { Sessions } from "../../accounts/sign-in/Sessions.ts"
import { SignInThrottle, type TooManyAttempts } from "../../accounts/sign-in/SignInThrottle.ts"
import { OidcSignIn } from "../../accounts/sign-in/OidcSignIn.ts"
import { codePage, withCode } from "./CodePage.ts"
import { hidden, notice, submit } from "./Fields.ts"
import { html, type HtmlValue } from "./Html.ts"
import { leave, page } from "./Page.ts"
import { PageAccess } from "./PageAccess.ts"
import type { PageRequest } from "./PageRequest.ts"
import { pageRoute, seeOther, withCookies } from "./PageRoutes.ts"
import { PasskeyChallenges, returnField, signInPage, withPasskey } from "./SignInForm.ts"
import type { Reader } from "./Reader.ts"
import { signedInTo } from "./ReturnTo.ts"
import { fill, markup, type Texts } from "./Texts.ts"

/** Why the person comes to this page. */
const doneText = ({ signIn }: Texts, done: string | null): string | undefined => {
  if (done === "signed_out") return signIn.signedOut
  return done === "password_set" ? signIn.passwordSet : undefined
}

/** Why a sign-in through the provider failed. */
const providerError = ({ signIn }: Texts, error: string): string => {
  if (error === "email_not_verified") return signIn.providerNotVerified
  return error === "access_denied" ? signIn.providerDenied : signIn.providerFailed
}

/** Something needs a recent sign-in: the page asks those who are signed in, too. */
const asksAgain = ({ query }: PageRequest): boolean => query.has("again")

const messageOf = (request: PageRequest): HtmlValue => {
  const { query, reader } = request
  const { texts } = reader
  const error = query.get("error")
  if (error !== null) return notice(texts, "danger", providerError(texts, error))
  if (asksAgain(request)) return notice(texts, "ok", texts.signIn.again)
  const done = doneText(texts, query.get("done"))
  return done !== undefined && notice(texts, "ok", done)
}

const notVerified = (reader: Reader, email: string, returnTo: string | undefined) => {
  const { notVerified, sendMailAgain } = reader.texts
  return page(
    {
      title: notVerified.title,
      reader,
      body: html`<p>${markup(notVerified.text, { email })}</p>
        <form method="post" action="/verify-email">
          ${[
            hidden("send", "again"),
            hidden("email", email),
            returnField(returnTo),
            submit(sendMailAgain, "secondary")
          ]}
        </form>`
    },
    403
  )
}

type SignInAnswer = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  TooManyAttempts | PasswordsBusy,
  Passkeys | Sessions | SignInThrottle
>

export const SignInPages = Layer.unwrap(
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const access = yield* PageAccess
    const throttle = yield* SignInThrottle
    const oidc = yield* OidcSignIn
    const provider = oidc.providerName
    const answerPasskey = withPasskey(provider)

    const show = Effect.fnUntraced(function* (request: PageRequest) {
      const { signedIn, setCookies } = yield* access.visit(request.headers)
      const { reader, returnTo } = request
      if (Option.isNone(signedIn) || asksAgain(request))
        return signInPage({ reader, returnTo, provider, message: messageOf(request) })
      return seeOther(signedInTo(returnTo), setCookies)
    })

    const withPassword = Effect.fnUntraced(function* ({ form, reader, returnTo, visitor }: PageRequest) {
      const email = form.get("email") ?? ""
      yield* throttle.take("password", visitor, email)
      return yield* sessions.signIn({ email, password: form.get("password") ?? "" }, visitor).pipe(
        Effect.tap(() => throttle.forgive("password", visitor, email)),
        Effect.map((setCookies) => seeOther(signedInTo(returnTo), setCookies)),
        Effect.catchTags({
          CodeNeeded: ({ ticket }) =>
            Effect.as(throttle.forgive("password", visitor, email), codePage({ reader, ticket, returnTo })),
          WrongPassword: () => {
            const message = notice(reader.texts, "danger", reader.texts.signIn.wrongPassword)
            return Effect.succeed(signInPage({ reader, returnTo, provider, email, message }, 400))
          },
          EmailNotVerified: () => Effect.succeed(notVerified(reader, email, returnTo))
        })
      )
    })

    const withProvider = Effect.fnUntraced(function* ({ reader, returnTo, visitor }: PageRequest) {
      const { signIn } = reader.texts
      yield* throttle.take("provider", visitor, "")
      const start = yield* oidc.start(returnTo)
      return Option.match(start, {
        onNone: () => {
          const message = notice(reader.texts, "danger", signIn.providerFailed)
          return signInPage({ reader, returnTo, provider, message }, 503)
        },
        onSome: ({ url, setCookies }) =>
          withCookies(
            leave(url, { title: fill(signIn.withProvider, { provider: provider ?? "" }), reader, body: undefined }),
            setCookies
          )
      })
    })

    return Layer.mergeAll(
      PasskeyChallenges,
      pageRoute("GET", "/sign-in", show),
      pageRoute("POST", "/sign-in", (request): SignInAnswer => {
        switch (request.form.get("with")) {
          case "provider":
            return withProvider(request)
          case "passkey":
            return answerPasskey(request)
          case "code":
            return withCode(request)
          default:
            return withPassword(request)
        }
      }),
      pageRoute("GET", "/sign-out", ({ reader }) => {
        const { signOut } = reader.texts
        const body = html`<form method="post" action="/sign-out">${submit(signOut)}</form>`
        return Effect.succeed(page({ title: signOut, reader, body }))
      }),
      pageRoute("POST", "/sign-out", ({ headers }) =>
        Effect.map(sessions.signOut(headers), (setCookies) => seeOther("/sign-in?done=signed_out", setCookies))
      )
    )
  })
)
