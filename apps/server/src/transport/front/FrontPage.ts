/** `/`: whether the server works, the first call, and the way to everything else. */
import { version } from "@heddle/api"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"
import { publicUrl, Settings } from "../../runtime/Settings.ts"
import { icon } from "../pages/Assets.ts"
import { notice } from "../pages/Fields.ts"
import { html } from "../pages/Html.ts"
import { page } from "../pages/Page.ts"
import { textsOf } from "../pages/Texts.ts"
import { mcpPath } from "../http/PublicPaths.ts"

const links = [
  ["/docs", "API reference", "Every operation with its parameters, responses, errors and price."],
  ["/portal", "Portal", "Your account's keys, usage, plans and webhooks."],
  ["/problems", "Problems", "What each error means and what to do about it."],
  ["/changelog", "Changelog", "What changed in each release."],
  ["/openapi.json", "OpenAPI document", "The reference for programs, such as client generators."]
] as const

const status = (isReady: boolean) =>
  isReady
    ? notice(textsOf.en, "ok", html`<p>This server is up and its database responds. Release ${version}.</p>`)
    : notice(
        textsOf.en,
        "warn",
        html`<p>This server is up, but its database does not respond. Try again in a moment.</p>`
      )

const frontPage = (baseUrl: string, isReady: boolean) =>
  page({
    title: "Heddle",
    isText: true,
    body: html`<p>Analytics over public posts: a query API, webhooks, and one credit balance for both.</p>
      ${status(isReady)}
      <h2>The first call</h2>
      <p>
        You need an API key, which begins with <code>hdl_</code>. Make one in the <a href="/portal">portal</a>, or ask
        whoever runs this server. Then ask what you can spend; that is free:
      </p>
      <pre tabindex="0"><code>curl -H "Authorization: Bearer hdl_…" ${baseUrl}/balance</code></pre>
      <p>Assistants connect to <code>${baseUrl}${mcpPath}</code> (MCP).</p>
      <h2>Pages</h2>
      <ul class="plain">
        ${links.map(
          ([href, title, text]) =>
            html`<li>
              <p><a href="${href}">${title}</a></p>
              <p>${text}</p>
            </li>`
        )}
      </ul>`
  })

// Anybody may ask, as often as they like.
const checkedEvery = "5 seconds"

export const FrontPage = Layer.unwrap(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const baseUrl = publicUrl(yield* Settings)
    const isReady = yield* sql`SELECT 1`.pipe(
      Effect.as(true),
      Effect.timeout("1 second"),
      Effect.catchCause(() => Effect.succeed(false)),
      Effect.cachedWithTTL(checkedEvery)
    )
    return Layer.mergeAll(
      HttpRouter.add(
        "GET",
        "/",
        Effect.map(isReady, (ready) => frontPage(baseUrl, ready))
      ),
      HttpRouter.add("GET", "/favicon.ico", HttpServerResponse.redirect(icon.url, { status: 302 }))
    )
  })
)
