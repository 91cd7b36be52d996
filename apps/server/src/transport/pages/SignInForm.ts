/** The form to sign in, with the button of the organisation's provider if there is one. */
import { field, hidden, submit, emailField } from "./Fields.ts"
import { passkeyScript } from "./Assets.ts"
import { html, type HtmlValue } from "./Html.ts"
import { page } from "./Page.ts"
import { withReturnTo } from "./ReturnTo.ts"

interface SignInForm {
  readonly returnTo: string | undefined
  readonly provider: string | undefined
  readonly email?: string
  readonly message?: HtmlValue
}

export const returnField = (returnTo: string | undefined) => returnTo !== undefined && hidden("return_to", returnTo)

/** Shown by the script where the browser knows passkeys. */
const passkeyForm = (returnTo: string | undefined): HtmlValue =>
  html`<div id="passkey" hidden>
    <form method="post" action="/sign-in">
      ${[
        hidden("with", "passkey"),
        hidden("response", ""),
        returnField(returnTo),
        submit("Sign in with a passkey", "secondary")
      ]}
      <p class="error" id="passkey-failed" role="alert" hidden>
        No passkey responded. Try again, or sign in with your password.
      </p>
    </form>
    <p class="or">or</p>
  </div>`

const providerForm = ({ provider, returnTo }: SignInForm): HtmlValue =>
  provider !== undefined &&
  html`<form method="post" action="/sign-in">
      ${[hidden("with", "provider"), returnField(returnTo), submit(`Sign in with ${provider}`, "secondary")]}
    </form>
    <p class="or">or</p>`

export const signInPage = (form: SignInForm, status = 200) =>
  page(
    {
      title: "Sign in",
      script: passkeyScript.url,
      body: html`${form.message} ${[providerForm(form), passkeyForm(form.returnTo)]}
        <form method="post" action="/sign-in">
          ${[
            returnField(form.returnTo),
            emailField({ value: form.email, autofocus: form.email === undefined }),
            field({
              name: "password",
              label: "Password",
              type: "password",
              autocomplete: "current-password",
              autofocus: form.email !== undefined
            }),
            submit("Sign in")
          ]}
        </form>
        <div class="links">
          <p><a href="${withReturnTo("/sign-up", form.returnTo)}">Create an account</a></p>
          <p><a href="${withReturnTo("/forgot-password", form.returnTo)}">Forgot your password?</a></p>
        </div>`
    },
    status
  )
