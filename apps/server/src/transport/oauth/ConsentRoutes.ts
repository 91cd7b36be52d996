/** Asks the person who is signed in about an authorization request, and sends their decision to the application. */
import { Effect, Layer, Option } from "effect"
import { HttpRouter } from "effect/http"
import { AuthorizationServer } from "../../accounts/oauth/AuthorizationServer.ts"
import type { Decided } from "../../accounts/oauth/Consent.ts"
import { paths } from "../../accounts/oauth/Protocol.ts"
import { hostOfRedirect } from "../../accounts/oauth/ClientPolicy.ts"
import { Sessions } from "../../accounts/sign-in/Sessions.ts"
import { html } from "../pages/Html.ts"
import { leave, page } from "../pages/Page.ts"
import type { PageRequest } from "../pages/PageRequest.ts"
import { pageRoute, seeOther, withCookies } from "../pages/PageRoutes.ts"
import type { Reader } from "../pages/Reader.ts"
import { withReturnTo } from "../pages/ReturnTo.ts"
import { changedPage, consentPage, endedPage, fullPage, makeFormToken } from "./ConsentPage.ts"

const path = `${paths.consent}/:uid` as const

/** What the provider needs of a request that it does not answer itself: the cookies that bind it to a browser. */
const browserOf = ({ headers }: PageRequest) => ({
  method: "GET",
  url: "/",
  headers: { cookie: headers.get("cookie") ?? "" },
  body: ""
})

const uidOf = Effect.map(HttpRouter.params, ({ uid = "" }) => uid)

const signInFirst = (uid: string) => seeOther(withReturnTo("/sign-in", `${paths.consent}/${encodeURIComponent(uid)}`))

const show = Effect.fnUntraced(function* (request: PageRequest) {
  const uid = yield* uidOf
  const person = yield* (yield* Sessions).find(request.headers)
  if (Option.isNone(person)) return signInFirst(uid)
  const asked = yield* (yield* AuthorizationServer).find(browserOf(request), uid)
  if (Option.isNone(asked)) return page(endedPage(request.reader), 400)
  const token = (yield* makeFormToken).of(uid, person.value)
  return page(consentPage(request.reader, asked.value, person.value.email, token))
})

const sendBack = (reader: Reader, { location, cookies }: Decided, isAllowed: boolean) => {
  const { allowed, allowedText, denied, deniedText } = reader.texts.consent
  const content = {
    title: isAllowed ? allowed : denied,
    reader,
    body: html`<p>${isAllowed ? allowedText : deniedText}</p>`
  }
  return withCookies(leave(location, content, hostOfRedirect(location.href)), cookies)
}

const decide = Effect.fnUntraced(function* (request: PageRequest) {
  const uid = yield* uidOf
  const person = yield* (yield* Sessions).find(request.headers)
  if (Option.isNone(person)) return signInFirst(uid)
  if (!(yield* makeFormToken).isOf(request.form, uid, person.value)) return page(changedPage(request.reader), 403)
  const server = yield* AuthorizationServer
  const isAllowed = request.form.get("decision") === "allow"
  const decision = isAllowed
    ? server.allow(browserOf(request), uid, person.value)
    : server.deny(browserOf(request), uid)
  return yield* decision.pipe(
    Effect.map((decided) => sendBack(request.reader, decided, isAllowed)),
    Effect.catchTag("UnknownRequest", () => Effect.succeed(page(endedPage(request.reader), 400))),
    Effect.catchTag("TooManyConnections", () => Effect.succeed(page(fullPage(request.reader), 403)))
  )
})

export const ConsentRoutes = Layer.mergeAll(pageRoute("GET", path, show), pageRoute("POST", path, decide))
