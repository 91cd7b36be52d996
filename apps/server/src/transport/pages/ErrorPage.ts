/** A failure on a page for people, as a page instead of a problem document. */
import { Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { html } from "./Html.ts"
import { page, type PageContent } from "./Page.ts"

const Problem = Schema.fromJsonString(Schema.Struct({ title: Schema.String, detail: Schema.String }))

const ourFault = { title: "Something went wrong", detail: "Something went wrong on our side. Try again in a moment." }

/** The same status and headers, in words for people. Anything but a problem document stays as it is. */
export const asErrorPage = (
  response: HttpServerResponse.HttpServerResponse,
  requestId: string,
  look: Pick<PageContent, "isText"> = {}
): HttpServerResponse.HttpServerResponse => {
  const { headers, body, status } = response
  if (headers["content-type"] !== "application/problem+json" || body._tag !== "Uint8Array") return response
  const problem = Schema.decodeUnknownOption(Problem)(new TextDecoder().decode(body.body))
  const { title, detail } = status < 500 && problem._tag === "Some" ? problem.value : ourFault
  const errorPage = page(
    {
      ...look,
      title,
      body: html`<p>${detail}</p>
        <p class="muted">Request ${requestId}</p>`
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
