/** Sets headers on the response of the current request, whatever the handler returns. */
import { Effect } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"

export const setResponseHeaders = (headers: Readonly<Record<string, string>>) =>
  HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, headers))
  )
