/** The form to sign in, with the button of the organisation's provider if there is one. */
import { Effect, Layer, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { Passkeys } from "../../accounts/sign-in/Passkeys.ts"
import { SignInThrottle } from "../../accounts/sign-in/SignInThrottle.ts"
import { passkeyScript } from "./Assets.ts"
import { emailField, field, hidden, notice, submit } from "./Fields.ts"
import { html, type HtmlValue } from "./Html.ts"
import { page } from "./Page.ts"
import type { PageRequest } from "./PageRequest.ts"
import { pageRoute, seeOther } from "./PageRoutes.ts"
import type { Reader } from "./Reader.ts"
import { signedInTo, withReturnTo } from "./ReturnTo.ts"
import { fill } from "./Texts.ts"

interface SignInForm {
  readonly reader: Reader
  readonly returnTo: string | undefined
  readonly provider: string | undefined
  readonly email?: string
  readonly message?: HtmlValue
}

export const returnField = (returnTo: string | undefined) => returnTo !== undefined && hidden("return_to", returnTo)

/** Shown by the script where the browser knows passkeys. */
const passkeyForm = ({ reader: { texts }, returnTo }: SignInForm): HtmlValue =>
  html`<div id="passkey" hidden>
    <form method="post" action="/sign-in">
      ${[
        hidden("with", "passkey"),
        hidden("response", ""),
        returnField(returnTo),
        submit(texts.signIn.withPasskey, "secondary")
      ]}
      <p class="error" id="passkey-failed" role="alert" hidden>${texts.signIn.noPasskey}</p>
    </form>
    <p class="or">${texts.or}</p>
  </div>`

const providerForm = ({ reader: { texts }, provider, returnTo }: SignInForm): HtmlValue =>
  provider !== undefined &&
  html`<form method="post" action="/sign-in">
      ${[hidden("with", "provider"), returnField(returnTo), submit(fill(texts.signIn.withProvider, { provider }), "secondary")]}
    </form>
    <p class="or">${texts.or}</p>`

export const signInPage = (form: SignInForm, status = 200) => {
  const { texts } = form.reader
  const { title, createAccount, forgotPassword } = texts.signIn
  return page(
    {
      title,
      reader: form.reader,
      script: passkeyScript.url,
      body: html`${form.message} ${[providerForm(form), passkeyForm(form)]}
        <form method="post" action="/sign-in">
          ${[
            returnField(form.returnTo),
            emailField(texts, { value: form.email, autofocus: form.email === undefined }),
            field({
              name: "password",
              label: texts.password,
              type: "password",
              autocomplete: "current-password",
              autofocus: form.email !== undefined
            }),
            submit(title)
          ]}
        </form>
        <div class="links">
          <p><a href="${withReturnTo("/sign-up", form.returnTo)}">${createAccount}</a></p>
          <p><a href="${withReturnTo("/forgot-password", form.returnTo)}">${forgotPassword}</a></p>
        </div>`
    },
    status
  )
}

/** Signing in with a passkey: the one thing on these pages that needs a script. */
const Json = Schema.fromJsonString(Schema.Unknown)

/** Answers the form that the script fills in. */
export const withPasskey = (provider: string | undefined) =>
  Effect.fnUntraced(function* ({ form, reader, returnTo, visitor }: PageRequest) {
    yield* (yield* SignInThrottle).take("passkey", visitor, "")
    const response = Schema.decodeUnknownOption(Json)(form.get("response"))
    return yield* (yield* Passkeys).signIn(Option.getOrNull(response), visitor).pipe(
      Effect.map((setCookies) => seeOther(signedInTo(returnTo), setCookies)),
      Effect.catchTag("PasskeyRefused", () => {
        const message = notice(reader.texts, "danger", reader.texts.signIn.passkeyRefused)
        return Effect.succeed(signInPage({ reader, returnTo, provider, message }, 400))
      })
    )
  })

/** What the script asks the browser for. */
export const PasskeyChallenges = Layer.unwrap(
  Effect.gen(function* () {
    const passkeys = yield* Passkeys
    const throttle = yield* SignInThrottle
    return pageRoute("POST", "/sign-in/passkey", ({ visitor }) =>
      throttle.take("passkey", visitor, "").pipe(
        Effect.andThen(passkeys.startSignIn),
        Effect.map((options) =>
          HttpServerResponse.text(JSON.stringify(options), {
            contentType: "application/json",
            headers: { "cache-control": "no-store" }
          })
        )
      )
    )
  })
)
