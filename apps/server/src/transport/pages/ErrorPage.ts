/** A failure on a page for people, as a page instead of a problem document. */
import { Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { html } from "./Html.ts"
import { page, type PageContent } from "./Page.ts"
import type { Reader } from "./Reader.ts"
import { fill, textsOf } from "./Texts.ts"

const Problem = Schema.fromJsonString(Schema.Struct({ title: Schema.String, detail: Schema.String }))

/** The same status and headers, in words for people. Anything but a problem document stays as it is. */
export const asErrorPage = (
  response: HttpServerResponse.HttpServerResponse,
  requestId: string,
  look: Pick<PageContent, "isText"> & { readonly reader?: Reader }
): HttpServerResponse.HttpServerResponse => {
  const { headers, body, status } = response
  if (headers["content-type"] !== "application/problem+json" || body._tag !== "Uint8Array") return response
  const problem = Schema.decodeUnknownOption(Problem)(new TextDecoder().decode(body.body))
  const { errors, refusals } = look.reader?.texts ?? textsOf.en
  const { title, detail } =
    status < 500 && problem._tag === "Some"
      ? (refusals[status] ?? refusals["other"] ?? problem.value)
      : { title: errors.title, detail: errors.text }
  const errorPage = page(
    {
      ...look,
      title,
      body: html`<p>${detail}</p>
        <p class="muted">${fill(errors.request, { id: requestId })}</p>`
    },
    status
  )
  const { allow, connection, "retry-after": retryAfter } = headers
  return HttpServerResponse.setHeaders(errorPage, {
    ...(allow === undefined ? {} : { allow }),
    ...(connection === undefined ? {} : { connection }),
    ...(retryAfter === undefined ? {} : { "retry-after": retryAfter })
  })
}
