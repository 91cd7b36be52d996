/** Signing in with a password or through the organisation's provider, and signing out. */
import { Effect, Layer, Option } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { Passkeys } from "../../accounts/passkeys/Passkeys.ts"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { SignInThrottle } from "../../accounts/sessions/SignInThrottle.ts"
import { OidcSignIn } from "../../accounts/users/OidcSignIn.ts"
import { codePage, withCode } from "./CodePage.ts"
import { hidden, notice, submit } from "./Fields.ts"
import { html, type HtmlValue } from "./Html.ts"
import { tooManyAttempts } from "./Messages.ts"
import { leave, page } from "./Page.ts"
import type { PageRequest } from "./PageRequest.ts"
import { pageRoute, seeOther, withCookies } from "./PageRoutes.ts"
import { PasskeyChallenges, withPasskey } from "./PasskeySignIn.ts"
import { signedInTo } from "./ReturnTo.ts"
import { returnField, signInPage } from "./SignInForm.ts"

/** Why the person comes to this page. */
const notices: Readonly<Record<string, HtmlValue>> = {
  signed_out: notice("ok", "You are signed out."),
  password_set: notice("ok", "Your new password is set. Sign in with it.")
}

/** Why a sign-in through the provider failed. */
const providerErrors: Readonly<Record<string, string>> = {
  email_not_verified: "Your provider has not verified your email address. Verify it there, or sign in with a password.",
  access_denied: "You did not sign in with your provider."
}
const providerFailed = "Signing in through your provider did not work. Try again, or sign in with a password."

/** Something needs a recent sign-in: the page asks those who are signed in, too. */
const asksAgain = ({ query }: PageRequest): boolean => query.has("again")

const messageOf = (request: PageRequest): HtmlValue => {
  const { query } = request
  const error = query.get("error")
  if (error !== null) return notice("danger", providerErrors[error] ?? providerFailed)
  if (asksAgain(request)) return notice("ok", "This change needs a recent sign-in. Sign in again.")
  return notices[query.get("done") ?? ""]
}

const wrongPassword = notice("danger", "The email address or the password is wrong. Check both, or set a new password.")

const notVerified = (email: string, returnTo: string | undefined) =>
  page(
    {
      title: "Confirm your address first",
      body: html`<p>
          We sent an email with a link to <b>${email}</b> when you created your account. Open the link to confirm that
          the address is yours.
        </p>
        <form method="post" action="/verify-email">
          ${[
            hidden("send", "again"),
            hidden("email", email),
            returnField(returnTo),
            submit("Send the email again", "secondary")
          ]}
        </form>`
    },
    403
  )

type SignInAnswer = Effect.Effect<HttpServerResponse.HttpServerResponse, never, Passkeys | Sessions | SignInThrottle>

export const SignInPages = Layer.unwrap(
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const throttle = yield* SignInThrottle
    const oidc = yield* OidcSignIn
    const provider = oidc.providerName
    const answerPasskey = withPasskey(provider)

    const show = Effect.fnUntraced(function* (request: PageRequest) {
      const { signedIn, setCookies } = yield* sessions.visit(request.headers)
      const { returnTo } = request
      if (Option.isNone(signedIn) || asksAgain(request))
        return signInPage({ returnTo, provider, message: messageOf(request) })
      return seeOther(signedInTo(returnTo), setCookies)
    })

    const withPassword = Effect.fnUntraced(
      function* ({ form, returnTo, visitor }: PageRequest) {
        const email = form.get("email") ?? ""
        yield* throttle.take("password", visitor, email)
        return yield* sessions.signIn({ email, password: form.get("password") ?? "" }, visitor).pipe(
          Effect.tap(() => throttle.forgive("password", visitor, email)),
          Effect.map((setCookies) => seeOther(signedInTo(returnTo), setCookies)),
          Effect.catchTags({
            CodeNeeded: ({ ticket }) =>
              Effect.as(throttle.forgive("password", visitor, email), codePage({ ticket, returnTo })),
            WrongPassword: () => Effect.succeed(signInPage({ returnTo, provider, email, message: wrongPassword }, 400)),
            EmailNotVerified: () => Effect.succeed(notVerified(email, returnTo))
          })
        )
      },
      Effect.catchTag("TooManyAttempts", (error) => Effect.succeed(tooManyAttempts(error)))
    )

    const withProvider = Effect.fnUntraced(
      function* ({ returnTo, visitor }: PageRequest) {
        yield* throttle.take("provider", visitor, "")
        const start = yield* oidc.start(returnTo)
        return Option.match(start, {
          onNone: () => signInPage({ returnTo, provider, message: notice("danger", providerFailed) }, 503),
          onSome: ({ url, setCookies }) =>
            withCookies(leave(url, { title: `Sign in with ${provider ?? ""}`, body: undefined }), setCookies)
        })
      },
      Effect.catchTag("TooManyAttempts", (error) => Effect.succeed(tooManyAttempts(error)))
    )

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
      pageRoute("GET", "/sign-out", () =>
        Effect.succeed(
          page({
            title: "Sign out",
            body: html`<form method="post" action="/sign-out">${submit("Sign out")}</form>`
          })
        )
      ),
      pageRoute("POST", "/sign-out", ({ headers }) =>
        Effect.map(sessions.signOut(headers), (setCookies) => seeOther("/sign-in?done=signed_out", setCookies))
      )
    )
  })
)
