/** The page that asks a person whether an application may act for their account. */
import type { Asked } from "../../accounts/oauth/Consent.ts"
import { hidden, notice } from "../pages/Fields.ts"
import { html, type Html } from "../pages/Html.ts"
import type { PageContent } from "../pages/Page.ts"
import { tokenField } from "./FormToken.ts"

const warning = ({ redirectKind, redirectHost }: Asked): Html =>
  redirectKind === "device"
    ? html`<p>
        <code>${redirectHost}</code> leads to your own device. Any program on it can call itself by this name. Allow it
        only if you started this connection yourself just now.
      </p>`
    : html`<p>
        Nobody has checked the name. Allow it only if you trust <code>${redirectHost}</code> and started this connection
        yourself.
      </p>`

export const consentPage = (asked: Asked, email: string, token: string): PageContent => ({
  title: "Connect an application",
  body: html`<p>An application that calls itself <strong>“${asked.application}”</strong> wants to use your account.</p>
    <dl>
      <dt>Application</dt>
      <dd>“${asked.application}”</dd>
      <dt>Sends you back to</dt>
      <dd><code>${asked.redirectHost}</code></dd>
      <dt>Your account</dt>
      <dd>${email}</dd>
    </dl>
    ${notice("warn", warning(asked))}
    <h2>What it may do</h2>
    <ul>
      <li>Search and read posts, authors and statistics. Its calls spend credits of your account.</li>
      <li>See the balance of your account.</li>
    </ul>
    <p>It may not manage webhooks or API keys. You can disconnect it at any time in the portal.</p>
    <form method="post">
      ${hidden(tokenField, token)}
      <div class="actions">
        <button type="submit" name="decision" value="allow" class="button primary">Allow</button>
        <button type="submit" name="decision" value="deny" class="button secondary">Deny</button>
      </div>
    </form>`
})

export const endedPage: PageContent = {
  title: "This request has ended",
  body: html`<p>
    It waited too long, you have answered it already, or another browser began it. Start again in the application that
    you want to connect.
  </p>`
}

export const changedPage: PageContent = {
  title: "Nothing was changed",
  body: html`<p>
    You are signed in with another account than the one that the page showed. Go back, load the page again and check the
    account.
  </p>`
}

export const fullPage = (message: string): PageContent => ({
  title: "Too many connected applications",
  body: html`<p>${message} <a href="/portal/connections">Disconnect one</a> first.</p>`
})
