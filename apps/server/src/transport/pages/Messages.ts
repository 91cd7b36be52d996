/** What several pages say when something is wrong: what happened, and what to do. */
import type { TooManyAttempts } from "../../accounts/sessions/SignInThrottle.ts"
import { passwordLength } from "../../accounts/users/Password.ts"
import { HttpServerResponse } from "effect/http"
import { html } from "./Html.ts"
import { page } from "./Page.ts"
import { field, hidden, maxEmailLength, notice, submit } from "./Fields.ts"

export const passwordHint = `${passwordLength.minimum} to ${passwordLength.maximum} characters. A few words are easy to remember.`

export const mailHint = "It may take a minute to arrive. Check your spam folder, too."

export const badEmail = "Enter an email address, such as name@example.com."

const emailPattern = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/

/** What is wrong with an address; undefined when it will do. */
export const emailProblem = (email: string): string | undefined =>
  emailPattern.test(email.trim()) && email.trim().length <= maxEmailLength ? undefined : badEmail

const waitFor = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? "1 minute" : `${minutes} minutes`
}

export const tooManyAttempts = ({ retryAfterSeconds }: TooManyAttempts): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setHeader(
    page(
      {
        title: "Too many attempts",
        body: html`${notice("warn", html`<p>Try again in ${waitFor(retryAfterSeconds)}.</p>`)}
          <p>Forgot your password? <a href="/forgot-password">Set a new one</a>.</p>`
      },
      429
    ),
    "retry-after",
    String(retryAfterSeconds)
  )

/** Whose password it is, so that password managers know it too. */
export const whose = (email: string) =>
  field({
    name: "username",
    label: "Email address",
    type: "email",
    autocomplete: "username",
    value: email,
    readOnly: true
  })

/** After a mail with a link was sent, or would have been. */
export const checkYourMail = (email: string, returnTo: string | undefined) =>
  page({
    title: "Check your mail",
    body: html`<p>We sent an email to <b>${email}</b>. Open the link in it to continue.</p>
      <p class="muted">${mailHint}</p>
      <form method="post" action="/verify-email">
        ${[
          hidden("send", "again"),
          hidden("email", email),
          returnTo !== undefined && hidden("return_to", returnTo),
          submit("Send the email again", "secondary")
        ]}
      </form>`
  })
