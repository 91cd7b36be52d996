/** Sets headers on the response of the current request, whatever the handler returns. */
import { Effect } from "effect"
import { type Headers, HttpEffect, HttpServerResponse } from "effect/http"

/** Sets headers that depend on those set before. */
export const changeResponseHeaders = (change: (headers: Headers.Headers) => Readonly<Record<string, string>>) =>
  HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, change(response.headers)))
  )

export const setResponseHeaders = (headers: Readonly<Record<string, string>>) => changeResponseHeaders(() => headers)
