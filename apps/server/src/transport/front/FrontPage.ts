/** `/`: whether the server works, and the way to everything else. */
import { version } from "@heddle/api"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"
import { icon } from "../pages/Assets.ts"
import { notice } from "../pages/Fields.ts"
import { html } from "../pages/Html.ts"
import { page } from "../pages/Page.ts"
import { textsOf } from "../pages/Texts.ts"

const links = [
  ["/docs", "Documentation", "Query posts, receive webhooks, connect an assistant: where to begin."],
  ["/docs/reference", "Reference", "Every operation with its parameters, answers, errors and price."],
  ["/docs/webhooks/verify", "Verify webhooks", "In Node, Python, Go, PHP and Ruby."],
  ["/portal", "Portal", "Your account's keys, usage, plans and webhooks."],
  ["/docs/changelog", "Changelog", "What changed in each release."]
] as const

const status = (isReady: boolean) =>
  isReady
    ? notice(textsOf.en, "ok", html`<p>This server is up and its database responds. Release ${version}.</p>`)
    : notice(
        textsOf.en,
        "warn",
        html`<p>This server is up, but its database does not respond. Try again in a moment.</p>`
      )

const frontPage = (isReady: boolean) =>
  page({
    title: "Heddle",
    isText: true,
    body: html`<p>Analytics over public posts: a query API, webhooks, and one credit balance for both.</p>
      ${status(isReady)}
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
        Effect.map(isReady, (ready) => frontPage(ready))
      ),
      HttpRouter.add("GET", "/favicon.ico", HttpServerResponse.redirect(icon.url, { status: 302 }))
    )
  })
)
