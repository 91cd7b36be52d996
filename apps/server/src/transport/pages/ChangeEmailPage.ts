/** Proving a new address by the link in a mail. A form, because some mail programs open links by themselves. */
import { Effect, Layer } from "effect"
import { SignInThrottle } from "../../accounts/sessions/SignInThrottle.ts"
import { EmailChange } from "../../accounts/users/EmailChange.ts"
import { hidden, notice, submit } from "./Fields.ts"
import { html } from "./Html.ts"
import { tooManyAttempts } from "./Messages.ts"
import { page } from "./Page.ts"
import type { PageRequest } from "./PageRequest.ts"
import { pageRoute } from "./PageRoutes.ts"

const path = "/change-email"

const formPage = (token: string) =>
  page({
    title: "Confirm your new address",
    body: html`<p>From now on you sign in with this address, and we write to it.</p>
      <form method="post" action="${path}">${[hidden("token", token), submit("Confirm")]}</form>`
  })

const changed = (email: string) =>
  page({
    title: "Your address is changed",
    body: html`${notice("ok", html`<p>Your account now has the address <b>${email}</b>.</p>`)}
      <p><a href="/portal">Go to the portal</a></p>`
  })

const badLink = page(
  {
    title: "This link no longer works",
    body: html`${notice("danger", "The link was already used, is older than 24 hours, or is incomplete.")}
      <p>Request a new link <a href="/portal/account">in the portal</a>.</p>`
  },
  400
)

const taken = page(
  {
    title: "This address has an account",
    body: html`<p>Another account now uses this address, so yours keeps its current address.</p>`
  },
  409
)

export const ChangeEmailPages = Layer.unwrap(
  Effect.gen(function* () {
    const changes = yield* EmailChange
    const throttle = yield* SignInThrottle

    const confirm = Effect.fnUntraced(
      function* ({ form, visitor }: PageRequest) {
        yield* throttle.take("link", visitor, "")
        return changed(yield* changes.confirm(form.get("token") ?? ""))
      },
      Effect.catchTags({
        TooManyAttempts: (error) => Effect.succeed(tooManyAttempts(error)),
        BadLink: () => Effect.succeed(badLink),
        EmailTaken: () => Effect.succeed(taken)
      })
    )

    return Layer.mergeAll(
      pageRoute("GET", path, ({ query }) => {
        const token = query.get("token") ?? ""
        return Effect.succeed(token === "" ? badLink : formPage(token))
      }),
      pageRoute("POST", path, confirm)
    )
  })
)
