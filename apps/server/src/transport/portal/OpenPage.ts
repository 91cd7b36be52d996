/**
 * Opens the portal by a link that signs in once.
 *
 * A link opened by hand is used at once: the browser says so with headers that neither previews of messengers nor prefetching
 * send. From another site the link asks first whose account it is, so that no page can sign people in to an account of
 * its own, and nothing but a press of the button uses the link up.
 */
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { SignInThrottle } from "../../accounts/sessions/SignInThrottle.ts"
import { portalLinkPath, PortalLinks } from "../../accounts/users/PortalLinks.ts"
import { submit } from "../pages/Fields.ts"
import { html } from "../pages/Html.ts"
import { tooManyAttempts } from "../pages/Messages.ts"
import { page } from "../pages/Page.ts"
import type { PageRequest } from "../pages/PageRequest.ts"
import { pageRoute, seeOther } from "../pages/PageRoutes.ts"

const firstScreen = "/portal/overview"

const usedUp = page(
  {
    title: "This link no longer works",
    body: html`<p>
      The link was already used, or is older than a day. <a href="/sign-in?return_to=/portal/overview">Sign in</a>, or
      ask for a new link.
    </p>`
  },
  400
)

const askPage = (token: string, email: string) =>
  page({
    title: "Open the portal",
    body: html`<p>You will be signed in as <b>${email}</b>. The link works once.</p>
      <form method="post" action="${portalLinkPath}/${token}">${submit("Open the portal")}</form>`
  })

/** Somebody typed the address, or opened it from a terminal or a mail program. */
const isOpenedByHand = (headers: Readonly<Record<string, string | undefined>>): boolean =>
  headers["sec-fetch-mode"] === "navigate" &&
  headers["sec-fetch-dest"] === "document" &&
  headers["sec-fetch-site"] === "none" &&
  headers["sec-purpose"] === undefined

export const OpenPages = Layer.unwrap(
  Effect.gen(function* () {
    const links = yield* PortalLinks
    const throttle = yield* SignInThrottle

    const tokenOf = Effect.map(HttpRouter.params, (params) => params["token"] ?? "")

    const use = Effect.fnUntraced(
      function* ({ visitor }: PageRequest) {
        yield* throttle.take("link", visitor, "")
        return seeOther(firstScreen, yield* links.use(yield* tokenOf, visitor))
      },
      Effect.catchTags({
        BadLink: () => Effect.succeed(usedUp),
        TooManyAttempts: (error) => Effect.succeed(tooManyAttempts(error))
      })
    )

    const show = Effect.fnUntraced(function* (request: PageRequest) {
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      if (isOpenedByHand(headers)) return yield* use(request)
      const token = yield* tokenOf
      return Option.match(yield* links.holderOf(token), {
        onNone: () => usedUp,
        onSome: ({ email }) => askPage(token, email)
      })
    })

    return Layer.mergeAll(
      pageRoute("GET", `${portalLinkPath}/:token`, show),
      pageRoute("POST", `${portalLinkPath}/:token`, use)
    )
  })
)
