import { Effect, identity, Layer, Option, Redacted } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { Settings } from "../runtime/Settings.ts"
import { OperatorApi } from "./OperatorApi.ts"
import { OperatorClient } from "./OperatorClient.ts"

/** The operator's API over any `HttpClient` that reaches its routes. */
export const operatorClientAt = (operatorUrl: string) =>
  Layer.effect(
    OperatorClient,
    Effect.gen(function* () {
      const { operatorToken } = yield* Settings
      const authorize = Option.match(operatorToken, {
        onNone: () => identity<HttpClientRequest.HttpClientRequest>,
        onSome: (token) => HttpClientRequest.bearerToken(Redacted.value(token))
      })
      return yield* HttpApiClient.make(OperatorApi, {
        baseUrl: operatorUrl,
        transformClient: HttpClient.mapRequest(authorize)
      })
    })
  )
