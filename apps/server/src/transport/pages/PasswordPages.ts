/** Resets a forgotten password by a link in a mail. */
import { Effect, Layer } from "effect"
import { KnownBrowsers } from "../../accounts/sign-in/KnownBrowsers.ts"
import { SignInThrottle } from "../../accounts/sign-in/SignInThrottle.ts"
import { passwordLength } from "../../accounts/sign-in/NewPassword.ts"
import { Users } from "../../accounts/sign-in/Users.ts"
import { field, hidden, submit, emailField } from "./Fields.ts"
import { html } from "./Html.ts"
import { badLink, emailProblem, newPasswordProblem, passwordHint, whose } from "./Messages.ts"
import { page } from "./Page.ts"
import type { PageRequest } from "./PageRequest.ts"
import { pageRoute, seeOther } from "./PageRoutes.ts"
import type { Reader } from "./Reader.ts"
import { withReturnTo } from "./ReturnTo.ts"
import { markup } from "./Texts.ts"

interface ForgotForm {
  readonly reader: Reader
  readonly returnTo: string | undefined
  readonly email?: string
  readonly error?: string
}

const forgotPage = ({ reader, returnTo, email, error }: ForgotForm) => {
  const { title, text, submit: label, back } = reader.texts.forgot
  return page(
    {
      title,
      reader,
      body: html`<p>${text}</p>
        <form method="post" action="/forgot-password">
          ${[
            returnTo !== undefined && hidden("return_to", returnTo),
            emailField(reader.texts, { value: email, error, autofocus: true }),
            submit(label)
          ]}
        </form>
        <div class="links">
          <p><a href="${withReturnTo("/sign-in", returnTo)}">${back}</a></p>
        </div>`
    },
    error === undefined ? 200 : 400
  )
}

const linkSent = (reader: Reader, email: string) => {
  const { checkMail, mailHint } = reader.texts
  const body = html`<p>${markup(checkMail.resetSent, { email })}</p>
    <p class="muted">${mailHint}</p>`
  return page({ title: checkMail.title, reader, body })
}

interface ResetForm {
  readonly reader: Reader
  readonly token: string
  readonly email: string
  readonly returnTo: string | undefined
  readonly error?: string
}

const resetPage = ({ reader, token, email, returnTo, error }: ResetForm) => {
  const { title, label, submit: submitLabel } = reader.texts.reset
  return page(
    {
      title,
      reader,
      body: html`<form method="post" action="/reset-password">
        ${[
          hidden("token", token),
          returnTo !== undefined && hidden("return_to", returnTo),
          email !== "" && whose(reader.texts, email),
          field({
            name: "password",
            label,
            type: "password",
            autocomplete: "new-password",
            hint: passwordHint(reader.texts),
            error,
            minLength: passwordLength.minimum,
            maxLength: passwordLength.maximum,
            autofocus: true
          }),
          submit(submitLabel)
        ]}
      </form>`
    },
    error === undefined ? 200 : 400
  )
}

const goneLink = (reader: Reader) => badLink(reader, reader.texts.reset.usedLink, reader.texts.reset.newLink)

export const PasswordPages = Layer.unwrap(
  Effect.gen(function* () {
    const throttle = yield* SignInThrottle
    const users = yield* Users
    const browsers = yield* KnownBrowsers

    const forgot = Effect.fnUntraced(function* ({ form, reader, returnTo, visitor }: PageRequest) {
      const email = form.get("email") ?? ""
      const error = emailProblem(reader.texts, email)
      if (error !== undefined) return forgotPage({ reader, returnTo, email, error })
      yield* throttle.take("reset", visitor, email)
      yield* users.requestReset({ email, returnTo })
      return linkSent(reader, email)
    })

    const reset = Effect.fnUntraced(
      function* ({ form, reader, returnTo, visitor }: PageRequest) {
        const [token, password] = [form.get("token") ?? "", form.get("password") ?? ""]
        const email = form.get("username") ?? ""
        const error = newPasswordProblem(reader.texts, password, email)
        if (error !== undefined) return resetPage({ reader, token, email, returnTo, error })
        yield* throttle.take("link", visitor, "")
        const userId = yield* users.reset(token, password)
        const next = new URLSearchParams({
          done: "password_set",
          ...(returnTo === undefined ? {} : { return_to: returnTo })
        })
        // The link came by mail, so this is a browser of theirs.
        const setCookies = userId === undefined ? [] : [yield* browsers.remember(userId, visitor)]
        return seeOther(`/sign-in?${next.toString()}`, setCookies)
      },
      (answer, { reader }) =>
        Effect.catchTags(answer, {
          BadLink: () => Effect.succeed(goneLink(reader)),
          AccountHasUser: () => Effect.succeed(goneLink(reader))
        })
    )

    return Layer.mergeAll(
      pageRoute("GET", "/forgot-password", ({ reader, returnTo }) => Effect.succeed(forgotPage({ reader, returnTo }))),
      pageRoute("POST", "/forgot-password", forgot),
      pageRoute("GET", "/reset-password", ({ query, reader, returnTo }) => {
        const token = query.get("token") ?? ""
        const email = query.get("email") ?? ""
        return Effect.succeed(token === "" ? goneLink(reader) : resetPage({ reader, token, email, returnTo }))
      }),
      pageRoute("POST", "/reset-password", reset)
    )
  })
)
