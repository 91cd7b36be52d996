/** Response headers that the code around a handler sets, whatever the handler answers. */
import { Effect } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"

export const answerHeaders = (headers: Readonly<Record<string, string>>) =>
  HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, headers))
  )
