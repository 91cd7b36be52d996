/** Response headers that only the answering part knows; transports other than HTTP have no use for them. */
import { Effect } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"

export const answerHeaders = (headers: Readonly<Record<string, string>>) =>
  HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, headers))
  )

/** What the call cost and what is left, in credits (decisions, "Conventions"). */
export const creditHeaders = (consumed: number, remaining: number) =>
  answerHeaders({ "x-credits-consumed": String(consumed), "x-credits-remaining": String(remaining) })
