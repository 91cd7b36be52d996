/** The page that asks a person whether an application may act for their account. */
import { Effect } from "effect"
import { type Asked, maxConnections } from "../../accounts/oauth/Consent.ts"
import type { SignedIn } from "../../accounts/sign-in/Sessions.ts"
import { Secrets } from "../../runtime/Secrets.ts"
import { contentOfToken, signedToken } from "../../runtime/SignedToken.ts"
import { hidden, notice } from "../pages/Fields.ts"
import { html } from "../pages/Html.ts"
import type { PageContent } from "../pages/Page.ts"
import type { Reader } from "../pages/Reader.ts"

/** Proves which person a page was made for: another person may be signed in when its form arrives. */
const tokenField = "token"

const contentOf = (purpose: string, { userId, accountId }: SignedIn): string =>
  ["form", purpose, userId, accountId].join("\n")

export const makeFormToken = Effect.map(Secrets, (secrets) => ({
  /** For a hidden field. */
  of: (purpose: string, person: SignedIn): string => signedToken(secrets, contentOf(purpose, person)),
  isOf: (form: URLSearchParams, purpose: string, person: SignedIn): boolean =>
    contentOfToken(secrets, form.get(tokenField) ?? "") === contentOf(purpose, person)
}))

export const consentPage = (reader: Reader, asked: Asked, email: string, token: string): PageContent => {
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

export const endedPage = (reader: Reader): PageContent => {
  const { ended, endedText } = reader.texts.consent
  return { title: ended, reader, body: html`<p>${endedText}</p>` }
}

export const changedPage = (reader: Reader): PageContent => {
  const { changed, changedText } = reader.texts.consent
  return { title: changed, reader, body: html`<p>${changedText}</p>` }
}

export const fullPage = (reader: Reader): PageContent => {
  const { full, fullText } = reader.texts.consent
  return { title: full, reader, body: html`<p>${fullText(maxConnections)}</p>` }
}
