/** What several pages say when something is wrong: what happened, and what to do. */
import type { TooManyAttempts } from "../../accounts/sign-in/SignInThrottle.ts"
import { passwordFault, passwordLength } from "../../accounts/sign-in/NewPassword.ts"
import { busyRetrySeconds } from "../../accounts/sign-in/Password.ts"
import { isEmailAddress } from "../../runtime/EmailAddress.ts"
import { HttpServerResponse } from "effect/http"
import { html } from "./Html.ts"
import { page } from "./Page.ts"
import { field, hidden, notice, submit } from "./Fields.ts"
import type { Reader } from "./Reader.ts"
import { fill, markup, type Texts } from "./Texts.ts"

export const passwordHint = (texts: Texts): string => fill(texts.passwordHint, passwordLength)

/** What is wrong with a new password; undefined when it will do. */
export const newPasswordProblem = (texts: Texts, password: string, email: string): string | undefined => {
  const fault = passwordFault(password, email)
  return fault === undefined ? undefined : fill(texts[fault], passwordLength)
}

/** What is wrong with an address; undefined when it will do. */
export const emailProblem = (texts: Texts, email: string): string | undefined =>
  isEmailAddress(email) ? undefined : texts.badEmail

export const tooManyAttempts = (
  reader: Reader,
  { retryAfterSeconds }: TooManyAttempts
): HttpServerResponse.HttpServerResponse => {
  const { title, text, textOne, forgot } = reader.texts.tooMany
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const when = minutes === 1 ? textOne : fill(text, { minutes })
  const body = html`${notice(reader.texts, "warn", html`<p>${when}</p>`)}
    <p>${markup(forgot)}</p>`
  return HttpServerResponse.setHeader(page({ title, reader, body }, 429), "retry-after", String(retryAfterSeconds))
}

/** Too many others sign in at this moment. */
export const busy = (reader: Reader): HttpServerResponse.HttpServerResponse => {
  const { title, text } = reader.texts.busy
  const body = html`${notice(reader.texts, "warn", html`<p>${text}</p>`)}
    <p><a class="button" href="${reader.here}">${reader.texts.busy.again}</a></p>`
  return HttpServerResponse.setHeader(page({ title, reader, body }, 503), "retry-after", String(busyRetrySeconds))
}

/** Whose password it is, so that password managers know it too. */
export const whose = (texts: Texts, email: string) =>
  field({
    name: "username",
    label: texts.emailAddress,
    type: "email",
    autocomplete: "username",
    value: email,
    readOnly: true
  })

/** After a mail with a link was sent, or would have been. */
export const checkYourMail = (reader: Reader, email: string, returnTo: string | undefined) => {
  const { checkMail, mailHint, sendMailAgain } = reader.texts
  return page({
    title: checkMail.title,
    reader,
    body: html`<p>${markup(checkMail.sent, { email })}</p>
      <p class="muted">${mailHint}</p>
      <form method="post" action="/verify-email">
        ${[
          hidden("send", "again"),
          hidden("email", email),
          returnTo !== undefined && hidden("return_to", returnTo),
          submit(sendMailAgain, "secondary")
        ]}
      </form>`
  })
}

/** The link of a mail does not work: why, and how to get another. */
export const badLink = (reader: Reader, why: string, newLink: string) => {
  const body = html`${notice(reader.texts, "danger", why)}
    <p>${markup(newLink)}</p>`
  return page({ title: reader.texts.goneLink, reader, body }, 400)
}
