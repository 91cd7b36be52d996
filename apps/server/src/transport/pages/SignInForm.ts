/** The form to sign in, with the button of the organisation's provider if there is one. */
import { field, hidden, submit, emailField } from "./Fields.ts"
import { passkeyScript } from "./Assets.ts"
import { html, type HtmlValue } from "./Html.ts"
import { page } from "./Page.ts"
import type { Reader } from "./Reader.ts"
import { withReturnTo } from "./ReturnTo.ts"

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
      ${[hidden("with", "provider"), returnField(returnTo), submit(texts.signIn.withProvider(provider), "secondary")]}
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
