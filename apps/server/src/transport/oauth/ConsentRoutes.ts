/** Asks the person who is signed in about an authorization request, and sends their decision to the application. */
import { Effect, Layer, Option } from "effect"
import { HttpRouter } from "effect/http"
import { AuthorizationServer } from "../../accounts/oauth/AuthorizationServer.ts"
import { maxConnections } from "../../accounts/oauth/Connections.ts"
import type { Asked, Decided } from "../../accounts/oauth/Consent.ts"
import { paths } from "../../accounts/oauth/Protocol.ts"
import { hostOfRedirect, nameAsRead } from "../../accounts/oauth/Application.ts"
import { Connections } from "../../accounts/oauth/Connections.ts"
import type { SignedIn } from "../../accounts/sign-in/Sessions.ts"
import { contentOfToken, Secrets, signedToken } from "../../runtime/Secrets.ts"
import { hidden, notice } from "../pages/Fields.ts"
import { html, type HtmlValue } from "../pages/Html.ts"
import { leave, page, type PageContent } from "../pages/Page.ts"
import type { PageRequest } from "../pages/PageRequest.ts"
import { seeOther, signedInRoute, withCookies } from "../pages/PageRoutes.ts"
import type { Reader } from "../pages/Reader.ts"
import { withReturnTo } from "../pages/ReturnTo.ts"
import { fill, markup } from "../pages/Texts.ts"

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

/** Hosts of applications that are connected already and have the same name, but are not this one. */
const hostsOfSameName = Effect.fnUntraced(function* ({ application, redirectHost }: Asked, { accountId }: SignedIn) {
  const connected = yield* (yield* Connections).list(accountId)
  const name = nameAsRead(application)
  const others = connected.filter((one) => nameAsRead(one.application) === name && one.redirectHost !== redirectHost)
  return [...new Set(others.map((one) => one.redirectHost))]
})

interface Question {
  readonly asked: Asked
  readonly email: string
  readonly token: string
  readonly otherHosts: ReadonlyArray<string>
}

const consentPage = (reader: Reader, { asked, email, token, otherHosts }: Question): PageContent => {
  const { consent } = reader.texts
  const warning = asked.redirectKind === "device" ? consent.onDevice : consent.onSite
  return {
    title: consent.title,
    reader,
    body: html`<p>${markup(consent.text, { name: asked.application })}</p>
      <dl>
        <dt>${consent.application}</dt>
        <dd>${fill(consent.quoted, { name: asked.application })}</dd>
        <dt>${consent.host}</dt>
        <dd><code>${asked.redirectHost}</code></dd>
        <dt>${consent.account}</dt>
        <dd>${email}</dd>
      </dl>
      ${notice(
        reader.texts,
        "warn",
        html`<p>${markup(warning, { host: asked.redirectHost })}</p>
          ${otherHosts.length === 0 ? "" : html`<p>${markup(consent.sameName, { name: asked.application, others: otherHosts.join(", ") })}</p>`}`
      )}
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

/** Instead of the question, when it cannot be asked or answered. */
const refusal = (reader: Reader, title: string, text: HtmlValue, status: number) =>
  page({ title, reader, body: html`<p>${text}</p>` }, status)

const ended = (reader: Reader) => refusal(reader, reader.texts.consent.ended, reader.texts.consent.endedText, 400)

const path = `${paths.consent}/:uid` as const

/** What the provider needs of a request that it does not answer itself: the cookies that bind it to a browser. */
const browserOf = ({ headers, visitor }: PageRequest) => ({
  address: visitor.address,
  method: "GET",
  url: "/",
  headers: { cookie: headers.get("cookie") ?? "" },
  body: ""
})

const uidOf = Effect.map(HttpRouter.params, ({ uid = "" }) => uid)

const signInFirst = () =>
  Effect.map(uidOf, (uid) => seeOther(withReturnTo("/sign-in", `${paths.consent}/${encodeURIComponent(uid)}`)))

const show = Effect.fnUntraced(function* (request: PageRequest, person: SignedIn) {
  const uid = yield* uidOf
  const asked = yield* (yield* AuthorizationServer).find(browserOf(request), uid)
  if (Option.isNone(asked)) return ended(request.reader)
  const token = (yield* makeFormToken).of(uid, person)
  const otherHosts = yield* hostsOfSameName(asked.value, person)
  return page(consentPage(request.reader, { asked: asked.value, email: person.email, token, otherHosts }))
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

const decide = Effect.fnUntraced(function* (request: PageRequest, person: SignedIn) {
  const uid = yield* uidOf
  const { consent } = request.reader.texts
  if (!(yield* makeFormToken).isOf(request.form, uid, person)) {
    return refusal(request.reader, consent.changed, consent.changedText, 403)
  }
  const server = yield* AuthorizationServer
  const isAllowed = request.form.get("decision") === "allow"
  const decision = isAllowed ? server.allow(browserOf(request), uid, person) : server.deny(browserOf(request), uid)
  return yield* decision.pipe(
    Effect.map((decided) => sendBack(request.reader, decided, isAllowed)),
    Effect.catchTag("UnknownRequest", () => Effect.succeed(ended(request.reader))),
    Effect.catchTag("TooManyConnections", () =>
      Effect.succeed(refusal(request.reader, consent.full, markup(consent.fullText, { maximum: maxConnections }), 403))
    )
  )
})

export const ConsentRoutes = Layer.mergeAll(
  signedInRoute("GET", path, show, signInFirst),
  signedInRoute("POST", path, decide, signInFirst)
)
