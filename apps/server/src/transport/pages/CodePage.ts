/** The second step of a sign-in: a one-time code, after the password. */
import { Effect, Option } from "effect"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { SignInThrottle } from "../../accounts/sessions/SignInThrottle.ts"
import { field, hidden, notice, submit } from "./Fields.ts"
import { html } from "./Html.ts"
import { tooManyAttempts } from "./Messages.ts"
import { page } from "./Page.ts"
import type { PageRequest } from "./PageRequest.ts"
import { seeOther } from "./PageRoutes.ts"
import { signedInTo, withReturnTo } from "./ReturnTo.ts"

interface CodeForm {
  readonly ticket: string
  readonly returnTo: string | undefined
  readonly error?: string
}

export const codePage = ({ ticket, returnTo, error }: CodeForm) =>
  page(
    {
      title: "Enter your code",
      body: html`<form method="post" action="/sign-in">
        ${[
          hidden("with", "code"),
          hidden("ticket", ticket),
          returnTo !== undefined && hidden("return_to", returnTo),
          field({
            name: "code",
            label: "One-time code",
            type: "text",
            autocomplete: "one-time-code",
            hint: "The 6 digits that your authenticator app shows, or one of your backup codes.",
            error,
            maxLength: 20,
            autofocus: true
          }),
          submit("Sign in")
        ]}
      </form>`
    },
    error === undefined ? 200 : 400
  )

const expired = (returnTo: string | undefined) =>
  page(
    {
      title: "This took too long",
      body: html`${notice("warn", "After entering your password, you have 10 minutes to enter the code.")}
        <p><a href="${withReturnTo("/sign-in", returnTo)}">Sign in again</a>.</p>`
    },
    400
  )

/** Answers the form of the page. */
export const withCode = Effect.fnUntraced(
  function* ({ form, returnTo, visitor }: PageRequest) {
    const sessions = yield* Sessions
    const throttle = yield* SignInThrottle
    const ticket = form.get("ticket") ?? ""
    const holder = yield* sessions.ofTicket(ticket)
    if (Option.isNone(holder)) return expired(returnTo)
    const { email } = holder.value
    yield* throttle.take("code", visitor, email)
    return yield* sessions.signInWithCode({ ticket, code: form.get("code") ?? "" }, visitor).pipe(
      Effect.tap(() => throttle.forgive("code", visitor, email)),
      Effect.map((setCookies) => seeOther(signedInTo(returnTo), setCookies)),
      Effect.catchTags({
        WrongCode: ({ message }) => Effect.succeed(codePage({ ticket, returnTo, error: message })),
        BadLink: () => Effect.succeed(expired(returnTo))
      })
    )
  },
  Effect.catchTag("TooManyAttempts", (error) => Effect.succeed(tooManyAttempts(error)))
)
