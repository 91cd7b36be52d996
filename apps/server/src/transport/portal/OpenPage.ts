/**
 * Opens the portal by a link that signs in once.
 *
 * A link opened by hand is used at once: the browser says so with headers that neither previews of messengers nor prefetching
 * send. From another site the link asks first whose account it is, so that no page can sign people in to an account of
 * its own, and nothing but a press of the button uses the link up.
 */
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { SignInThrottle } from "../../accounts/sign-in/SignInThrottle.ts"
import { portalLinkPath, PortalLinks } from "../../accounts/sign-in/PortalLinks.ts"
import { submit } from "../pages/Fields.ts"
import { html } from "../pages/Html.ts"
import { page } from "../pages/Page.ts"
import { PageAccess } from "../pages/PageAccess.ts"
import type { PageRequest } from "../pages/PageRequest.ts"
import { pageRoute, seeOther } from "../pages/PageRoutes.ts"
import type { Reader } from "../pages/Reader.ts"
import { markup } from "../pages/Texts.ts"

const firstScreen = "/portal/overview"

const usedUp = (reader: Reader) => {
  const { goneLink, openPortal } = reader.texts
  return page({ title: goneLink, reader, body: html`<p>${markup(openPortal.gone)}</p>` }, 400)
}

const askPage = (reader: Reader, token: string, email: string) => {
  const { title, text } = reader.texts.openPortal
  return page({
    title,
    reader,
    body: html`<p>${markup(text, { email })}</p>
      <form method="post" action="${portalLinkPath}/${token}">${submit(title)}</form>`
  })
}

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

    const access = yield* PageAccess

    /** Whoever is signed in wanted to get here. */
    const usedUpFor = ({ headers, reader }: PageRequest) =>
      Effect.map(access.find(headers), (person) => (Option.isSome(person) ? seeOther(firstScreen) : usedUp(reader)))

    const tokenOf = Effect.map(HttpRouter.params, (params) => params["token"] ?? "")

    const use = Effect.fnUntraced(
      function* ({ visitor }: PageRequest) {
        yield* throttle.take("link", visitor, "")
        return seeOther(firstScreen, yield* links.use(yield* tokenOf, visitor))
      },
      (answer, request) => Effect.catchTag(answer, "BadLink", () => usedUpFor(request))
    )

    const show = Effect.fnUntraced(function* (request: PageRequest) {
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      if (isOpenedByHand(headers)) return yield* use(request)
      const token = yield* tokenOf
      const holder = yield* links.holderOf(token)
      return Option.isNone(holder) ? yield* usedUpFor(request) : askPage(request.reader, token, holder.value.email)
    })

    return Layer.mergeAll(
      pageRoute("GET", `${portalLinkPath}/:token`, show),
      pageRoute("POST", `${portalLinkPath}/:token`, use)
    )
  })
)
