/** The second step of a sign-in: a one-time code, after the password. */
import { Effect, Option } from "effect"
import { Sessions } from "../../accounts/sign-in/Sessions.ts"
import { SignInThrottle } from "../../accounts/sign-in/SignInThrottle.ts"
import { field, hidden, notice, submit } from "./Fields.ts"
import { html } from "./Html.ts"
import { page } from "./Page.ts"
import type { PageRequest } from "./PageRequest.ts"
import { seeOther } from "./PageRoutes.ts"
import type { Reader } from "./Reader.ts"
import { markup } from "./Texts.ts"
import { signedInTo, withReturnTo } from "./ReturnTo.ts"

interface CodeForm {
  readonly reader: Reader
  readonly ticket: string
  readonly returnTo: string | undefined
  readonly error?: string
}

export const codePage = ({ reader, ticket, returnTo, error }: CodeForm) => {
  const { code, signIn } = reader.texts
  return page(
    {
      title: code.title,
      reader,
      body: html`<form method="post" action="/sign-in">
        ${[
          hidden("with", "code"),
          hidden("ticket", ticket),
          returnTo !== undefined && hidden("return_to", returnTo),
          field({
            name: "code",
            label: code.label,
            type: "text",
            autocomplete: "one-time-code",
            hint: code.hint,
            error,
            maxLength: 20,
            autofocus: true
          }),
          submit(signIn.title)
        ]}
      </form>`
    },
    error === undefined ? 200 : 400
  )
}

const expired = ({ reader, returnTo }: PageRequest) => {
  const { code } = reader.texts
  const body = html`${notice(reader.texts, "warn", code.tooLateText)}
    <p>${markup(code.signInAgain, { path: withReturnTo("/sign-in", returnTo) })}</p>`
  return page({ title: code.tooLate, reader, body }, 400)
}

/** Answers the form of the page. */
export const withCode = Effect.fnUntraced(function* (request: PageRequest) {
  const { form, reader, returnTo, visitor } = request
  const sessions = yield* Sessions
  const throttle = yield* SignInThrottle
  const ticket = form.get("ticket") ?? ""
  const holder = yield* sessions.ofTicket(ticket)
  if (Option.isNone(holder)) return expired(request)
  const { email } = holder.value
  yield* throttle.take("code", visitor, email)
  return yield* sessions.signInWithCode({ ticket, code: form.get("code") ?? "" }, visitor).pipe(
    Effect.tap(() => throttle.forgive("code", visitor, email)),
    Effect.map((setCookies) => seeOther(signedInTo(returnTo), setCookies)),
    Effect.catchTags({
      WrongCode: () => Effect.succeed(codePage({ reader, ticket, returnTo, error: reader.texts.code.wrong })),
      BadLink: () => Effect.succeed(expired(request))
    })
  )
})
