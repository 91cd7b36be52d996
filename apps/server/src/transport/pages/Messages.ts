/** What several pages say when something is wrong: what happened, and what to do. */
import type { TooManyAttempts } from "../../accounts/sign-in/SignInThrottle.ts"
import { passwordLength, passwordProblem } from "../../accounts/sign-in/Password.ts"
import { HttpServerResponse } from "effect/http"
import { html } from "./Html.ts"
import { page } from "./Page.ts"
import { field, hidden, maxEmailLength, notice, submit } from "./Fields.ts"
import type { Reader } from "./Reader.ts"
import { fill, markup, type Texts } from "./Texts.ts"

export const passwordHint = (texts: Texts): string => fill(texts.passwordHint, passwordLength)

/** What is wrong with a new password; undefined when it will do. */
export const newPasswordProblem = ({ shortPassword, longPassword }: Texts, password: string): string | undefined =>
  passwordProblem(password, {
    shortPassword: (minimum) => fill(shortPassword, { minimum }),
    longPassword: (maximum) => fill(longPassword, { maximum })
  })

const emailPattern = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/

/** What is wrong with an address; undefined when it will do. */
export const emailProblem = (texts: Texts, email: string): string | undefined =>
  emailPattern.test(email.trim()) && email.trim().length <= maxEmailLength ? undefined : texts.badEmail

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
