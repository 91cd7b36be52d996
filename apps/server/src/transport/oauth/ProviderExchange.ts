/** A request as the authorization server takes it, and its answer as a response. */
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { SqlError } from "effect/sql"
import { type ProviderAnswer, type ProviderRequest, unavailable } from "../../accounts/oauth/ProviderBridge.ts"
import { isOutage } from "../../runtime/Outage.ts"
import { withCookies } from "../pages/PageRoutes.ts"

export const toProviderRequest = (
  { method, url, headers }: HttpServerRequest.HttpServerRequest,
  address: string,
  body: string
): ProviderRequest => ({ method, url, headers, body, address })

/** CORS, caching and compression are ours (`http/Conventions.ts`). */
const dropped = /^(access-control-|vary$|content-length$|set-cookie$)/

const kept = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.test(name)))

/** The provider says only that something failed; the log says what. An outage passes, so clients keep their tokens. */
export const toResponse = Effect.fnUntraced(function* (answer: ProviderAnswer) {
  const { failure } = answer
  if (failure !== undefined) yield* Effect.logError("The authorization server failed", failure)
  const isOut = SqlError.isSqlError(failure) && isOutage(failure)
  const { status, headers, cookies, body } = isOut ? unavailable : answer
  const { "content-type": contentType = "text/plain; charset=utf-8", ...others } = kept(headers)
  const response = HttpServerResponse.text(body, { status, contentType, headers: others })
  return withCookies(response, cookies)
})
