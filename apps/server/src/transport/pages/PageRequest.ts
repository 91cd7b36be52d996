/** What the pages read of a request: the query, the fields of a form of our own, who sent it, and where to go next. */
import { Effect, Option, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { browserCookieName } from "../../accounts/sign-in/KnownBrowsers.ts"
import type { Visitor } from "../../accounts/sign-in/Visitor.ts"
import { publicUrl, Settings } from "../../runtime/Settings.ts"
import { makeAddressOf } from "./ClientAddress.ts"
import { type Reader, readerOf } from "./Reader.ts"
import { safeReturnTo } from "./ReturnTo.ts"

/** A form that no page of ours sent. */
export class ForeignForm extends Schema.TaggedError<ForeignForm>()("ForeignForm", {}) {}

export interface PageRequest {
  /** Of the request, for the session. */
  readonly headers: Headers
  readonly query: URLSearchParams
  /** The fields of the form; none without one. */
  readonly form: URLSearchParams
  readonly visitor: Visitor
  readonly reader: Reader
  readonly returnTo: string | undefined
}

/**
 * Browsers say which site a request comes from, and scripts of other sites cannot forge it. Without that header, the
 * origin must be this service: by its base URL or, if people reach it by another name, by the host they asked for.
 */
export const isOwn = (headers: Readonly<Record<string, string | undefined>>, baseUrl: string): boolean => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin"
  const origin = URL.parse(headers["origin"] ?? "")
  if (origin === null) return false
  return origin.origin === URL.parse(baseUrl)?.origin || origin.host === headers["host"]
}

/** Makes who sent a request. */
export const makeVisitorOf = Effect.gen(function* () {
  const addressOf = yield* makeAddressOf
  const browserCookie = browserCookieName(yield* Settings)
  return (request: HttpServerRequest.HttpServerRequest): Visitor => ({
    address: addressOf(request),
    userAgent: request.headers["user-agent"],
    browser: request.cookies[browserCookie]
  })
})

export const makeReadPageRequest = Effect.gen(function* () {
  const settings = yield* Settings
  const visitorOf = yield* makeVisitorOf
  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { headers, method } = request
    if (method === "POST" && !isOwn(headers, publicUrl(settings))) return yield* new ForeignForm()
    const query = new URLSearchParams(request.url.split("?").slice(1).join("?"))
    const form = new URLSearchParams(method === "POST" ? yield* request.text : "")
    const reader = readerOf(request, form)
    const { texts } = reader
    const pageRequest: PageRequest = {
      headers: new Headers({ ...headers }),
      query,
      form,
      visitor: visitorOf(request),
      reader: Option.isSome(settings.smtpUrl) ? reader : { ...reader, texts: { ...texts, mailHint: texts.noMail } },
      returnTo: safeReturnTo(form.get("return_to") ?? query.get("return_to"))
    }
    return pageRequest
  })
})
