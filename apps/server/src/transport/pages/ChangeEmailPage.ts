/** Proving a new address by the link in a mail. A form, because some mail programs open links by themselves. */
import { Effect, Layer } from "effect"
import { SignInThrottle } from "../../accounts/sign-in/SignInThrottle.ts"
import { EmailChange } from "../../accounts/sign-in/EmailChange.ts"
import { hidden, notice, submit } from "./Fields.ts"
import { html } from "./Html.ts"
import { badLink } from "./Messages.ts"
import { page } from "./Page.ts"
import type { PageRequest } from "./PageRequest.ts"
import { pageRoute } from "./PageRoutes.ts"
import type { Reader } from "./Reader.ts"
import { markup } from "./Texts.ts"

const path = "/change-email"

const formPage = (reader: Reader, token: string) => {
  const { title, text, submit: label } = reader.texts.changeEmail
  return page({
    title,
    reader,
    body: html`<p>${text}</p>
      <form method="post" action="${path}">${[hidden("token", token), submit(label)]}</form>`
  })
}

const changed = (reader: Reader, email: string) => {
  const { done, doneText, toPortal } = reader.texts.changeEmail
  return page({
    title: done,
    reader,
    body: html`${notice(reader.texts, "ok", html`<p>${markup(doneText, { email })}</p>`)}
      <p><a href="/portal">${toPortal}</a></p>`
  })
}

const goneLink = (reader: Reader) => badLink(reader, reader.texts.usedLink, reader.texts.changeEmail.newLink)

const taken = (reader: Reader) => {
  const { taken, takenText } = reader.texts.changeEmail
  return page({ title: taken, reader, body: html`<p>${takenText}</p>` }, 409)
}

export const ChangeEmailPages = Layer.unwrap(
  Effect.gen(function* () {
    const changes = yield* EmailChange
    const throttle = yield* SignInThrottle

    const confirm = Effect.fnUntraced(
      function* ({ form, visitor, reader }: PageRequest) {
        yield* throttle.take("link", visitor, "")
        return changed(reader, yield* changes.confirm(form.get("token") ?? ""))
      },
      (answer, { reader }) =>
        Effect.catchTags(answer, {
          BadLink: () => Effect.succeed(goneLink(reader)),
          EmailTaken: () => Effect.succeed(taken(reader))
        })
    )

    return Layer.mergeAll(
      pageRoute("GET", path, ({ query, reader }) => {
        const token = query.get("token") ?? ""
        return Effect.succeed(token === "" ? goneLink(reader) : formPage(reader, token))
      }),
      pageRoute("POST", path, confirm)
    )
  })
)
