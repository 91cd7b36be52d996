/** `/docs`: the OpenAPI document as a page to read and to try. The one page that needs a script. */
import { HttpRouter, HttpServerResponse } from "effect/http"
import { referenceScript } from "../pages/Assets.ts"
import { html } from "../pages/Html.ts"
import { narrowParameters } from "./NarrowParameters.ts"
import { documentOf, pageHeaders, publicHeader } from "../pages/Page.ts"

const document = documentOf({
  title: "API reference",
  head: html`<script src="${referenceScript.url}" type="module"></script>`,
  header: publicHeader,
  content: html`<main class="reference">
    <openapi-explorer spec-url="/openapi.json" default-schema-tab="body" hide-components hide-server-selection
      >${narrowParameters}</openapi-explorer
    >
    <noscript
      ><p>The reference needs JavaScript. Programs read <a href="/openapi.json">openapi.json</a>.</p></noscript
    >
  </main>`
})

export const ReferencePage = HttpRouter.add(
  "GET",
  "/docs",
  HttpServerResponse.text(document.text, {
    contentType: pageHeaders["content-type"],
    headers: {
      ...pageHeaders,
      // The component sets styles on its elements. It may ask this service only.
      "content-security-policy":
        "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      "cache-control": "public, max-age=3600"
    }
  })
)
