/** Asks the person who is signed in about an authorization request, and sends their decision to the application. */
import { Effect, Layer, Option } from "effect"
import { HttpRouter } from "effect/http"
import { AuthorizationServer } from "../../accounts/oauth/AuthorizationServer.ts"
import { type Asked, type Decided, maxConnections } from "../../accounts/oauth/Consent.ts"
import { paths } from "../../accounts/oauth/Protocol.ts"
import { hostOfRedirect } from "../../accounts/oauth/ClientPolicy.ts"
import { Sessions, type SignedIn } from "../../accounts/sign-in/Sessions.ts"
import { contentOfToken, Secrets, signedToken } from "../../runtime/Secrets.ts"
import { hidden, notice } from "../pages/Fields.ts"
import { html } from "../pages/Html.ts"
import { leave, page, type PageContent } from "../pages/Page.ts"
import type { PageRequest } from "../pages/PageRequest.ts"
import { pageRoute, seeOther, withCookies } from "../pages/PageRoutes.ts"
import type { Reader } from "../pages/Reader.ts"
import { withReturnTo } from "../pages/ReturnTo.ts"

/** Proves which person a page was made for: another person may be signed in when its form arrives. */
const tokenField = "token"

const contentOf = (purpose: string, { userId, accountId }: SignedIn): string =>
  ["form", purpose, userId, accountId].join("\n")

const makeFormToken = Effect.map(Secrets, (secrets) => ({
  /** For a hidden field. */
  of: (purpose: string, person: SignedIn): string => signedToken(secrets, contentOf(purpose, person)),
  isOf: (form: URLSearchParams, purpose: string, person: SignedIn): boolean =>
    contentOfToken(secrets, form.get(tokenField) ?? "") === contentOf(purpose, person)
}))

const consentPage = (reader: Reader, asked: Asked, email: string, token: string): PageContent => {
  const { consent } = reader.texts
  const warning = asked.redirectKind === "device" ? consent.onDevice : consent.onSite
  return {
    title: consent.title,
    reader,
    body: html`<p>${consent.text(asked.application)}</p>
      <dl>
        <dt>${consent.application}</dt>
        <dd>${consent.quoted(asked.application)}</dd>
        <dt>${consent.host}</dt>
        <dd><code>${asked.redirectHost}</code></dd>
        <dt>${consent.account}</dt>
        <dd>${email}</dd>
      </dl>
      ${notice(reader.texts, "warn", html`<p>${warning(asked.redirectHost)}</p>`)}
      <h2>${consent.may}</h2>
      <ul>
        <li>${consent.mayRead}</li>
        <li>${consent.maySeeBalance}</li>
      </ul>
      <p>${consent.mayNot}</p>
      <form method="post">
        ${hidden(tokenField, token)}
        <div class="actions">
          <button type="submit" name="decision" value="allow" class="button primary">${consent.allow}</button>
          <button type="submit" name="decision" value="deny" class="button secondary">${consent.deny}</button>
        </div>
      </form>`
  }
}

const endedPage = (reader: Reader): PageContent => {
  const { ended, endedText } = reader.texts.consent
  return { title: ended, reader, body: html`<p>${endedText}</p>` }
}

const changedPage = (reader: Reader): PageContent => {
  const { changed, changedText } = reader.texts.consent
  return { title: changed, reader, body: html`<p>${changedText}</p>` }
}

const fullPage = (reader: Reader): PageContent => {
  const { full, fullText } = reader.texts.consent
  return { title: full, reader, body: html`<p>${fullText(maxConnections)}</p>` }
}

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
