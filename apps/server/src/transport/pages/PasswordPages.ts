/** Resets a forgotten password by a link in a mail. */
import { Effect, Layer } from "effect"
import { SignInThrottle } from "../../accounts/sessions/SignInThrottle.ts"
import { passwordLength, passwordProblem } from "../../accounts/users/Password.ts"
import { Users } from "../../accounts/users/Users.ts"
import { field, hidden, notice, submit, emailField } from "./Fields.ts"
import { html } from "./Html.ts"
import { emailProblem, mailHint, passwordHint, tooManyAttempts, whose } from "./Messages.ts"
import { page } from "./Page.ts"
import type { PageRequest } from "./PageRequest.ts"
import { pageRoute, seeOther } from "./PageRoutes.ts"
import { withReturnTo } from "./ReturnTo.ts"

interface ForgotForm {
  readonly returnTo: string | undefined
  readonly email?: string
  readonly error?: string
}

const forgotPage = ({ returnTo, email, error }: ForgotForm) =>
  page(
    {
      title: "Forgot your password?",
      body: html`<p>We send you a link to set a new one.</p>
        <form method="post" action="/forgot-password">
          ${[
            returnTo !== undefined && hidden("return_to", returnTo),
            emailField({ value: email, error, autofocus: true }),
            submit("Send the link")
          ]}
        </form>
        <div class="links">
          <p><a href="${withReturnTo("/sign-in", returnTo)}">Back to sign-in</a></p>
        </div>`
    },
    error === undefined ? 200 : 400
  )

const linkSent = (email: string) =>
  page({
    title: "Check your mail",
    body: html`<p>If <b>${email}</b> has an account here, we sent a link to it. The link works for 1 hour.</p>
      <p class="muted">${mailHint}</p>`
  })

interface ResetForm {
  readonly token: string
  readonly email: string
  readonly returnTo: string | undefined
  readonly error?: string
}

const resetPage = ({ token, email, returnTo, error }: ResetForm) =>
  page(
    {
      title: "Set a new password",
      body: html`<form method="post" action="/reset-password">
        ${[
          hidden("token", token),
          returnTo !== undefined && hidden("return_to", returnTo),
          email !== "" && whose(email),
          field({
            name: "password",
            label: "New password",
            type: "password",
            autocomplete: "new-password",
            hint: passwordHint,
            error,
            minLength: passwordLength.minimum,
            maxLength: passwordLength.maximum,
            autofocus: true
          }),
          submit("Set password")
        ]}
      </form>`
    },
    error === undefined ? 200 : 400
  )

const badLink = page(
  {
    title: "This link no longer works",
    body: html`${notice("danger", "The link was already used, is older than 1 hour, or is incomplete.")}
      <p><a href="/forgot-password">Request a new link</a>.</p>`
  },
  400
)

export const PasswordPages = Layer.unwrap(
  Effect.gen(function* () {
    const throttle = yield* SignInThrottle
    const users = yield* Users

    const forgot = Effect.fnUntraced(
      function* ({ form, returnTo, visitor }: PageRequest) {
        const email = form.get("email") ?? ""
        const error = emailProblem(email)
        if (error !== undefined) return forgotPage({ returnTo, email, error })
        yield* throttle.take("mail", visitor, email)
        yield* users.requestReset({ email, returnTo })
        return linkSent(email)
      },
      Effect.catchTag("TooManyAttempts", (error) => Effect.succeed(tooManyAttempts(error)))
    )

    const reset = Effect.fnUntraced(
      function* ({ form, returnTo, visitor }: PageRequest) {
        const [token, password] = [form.get("token") ?? "", form.get("password") ?? ""]
        const error = passwordProblem(password)
        if (error !== undefined) return resetPage({ token, email: form.get("username") ?? "", returnTo, error })
        yield* throttle.take("link", visitor, "")
        yield* users.reset(token, password)
        const next = new URLSearchParams({
          done: "password_set",
          ...(returnTo === undefined ? {} : { return_to: returnTo })
        })
        return seeOther(`/sign-in?${next.toString()}`)
      },
      Effect.catchTags({
        TooManyAttempts: (error) => Effect.succeed(tooManyAttempts(error)),
        BadLink: () => Effect.succeed(badLink),
        AccountHasUser: () => Effect.succeed(badLink)
      })
    )

    return Layer.mergeAll(
      pageRoute("GET", "/forgot-password", ({ returnTo }) => Effect.succeed(forgotPage({ returnTo }))),
      pageRoute("POST", "/forgot-password", forgot),
      pageRoute("GET", "/reset-password", ({ query, returnTo }) => {
        const token = query.get("token") ?? ""
        return Effect.succeed(token === "" ? badLink : resetPage({ token, email: query.get("email") ?? "", returnTo }))
      }),
      pageRoute("POST", "/reset-password", reset)
    )
  })
)
