/** `/docs`: the OpenAPI document as a page to read and to try. The one page that needs a script. */
import { describeParameter, type Json, objectOf, operations } from "@heddle/api"
import type { Schema } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { referenceScript } from "../pages/Assets.ts"
import { html, type Html } from "../pages/Html.ts"
import { documentOf, pageHeaders, publicHeader } from "../pages/Page.ts"
import { prose } from "./ProblemPages.ts"

/** How the component names the slot of an operation. */
const slotOf = (method: string, path: string): string => `${method}-${path.replaceAll(/[\s#:?&={}-]+/g, "-")}`

const values = (value: unknown): ReadonlyArray<string> => (Array.isArray(value) ? value.map(String) : [])

/** Such as "integer, 1 to 500, default 50". */
const typeOf = (schema: Json): string => {
  const { type, minimum, maximum, default: byDefault } = schema
  const allowed = values(schema["enum"])
  return [
    String(type),
    ...(allowed.length === 0 ? [] : [allowed.join(" | ")]),
    ...(minimum === undefined || maximum === Number.MAX_SAFE_INTEGER ? [] : [`${minimum} to ${maximum}`]),
    ...(byDefault === undefined ? [] : [`default ${byDefault}`])
  ].join(", ")
}

/** Paths of the document write `{code}` for `:code`. */
const documentPath = (path: string): string => path.replaceAll(/:([a-z_]+)/g, "{$1}")

const described = ([name, field]: readonly [string, Schema.Constraint]): Html => {
  const { description, schema } = describeParameter(field)
  return html`<p><code>${name}</code> (${typeOf(objectOf(schema))}): ${prose(description)}</p>`
}

const narrowParameters: ReadonlyArray<Html> = operations.map(
  ({ endpoint: { method, path }, fields }) =>
    html`<div class="narrow" slot="${slotOf(method.toLowerCase(), documentPath(path))}">
      ${Object.entries(fields).map(described)}
    </div>`
)

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
