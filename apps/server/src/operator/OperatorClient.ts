/** Typed client of the operator's API, over any `HttpClient` that reaches its routes. */
import { Context, Effect, identity, Layer, Option, Redacted } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { Settings } from "../runtime/Settings.ts"
import { OperatorApi } from "./OperatorApi.ts"

export class OperatorClient extends Context.Service<OperatorClient, HttpApiClient.ForApi<typeof OperatorApi>>()(
  "@heddle/server/operator/OperatorClient"
) {
  static readonly layerAt = (operatorUrl: string) =>
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
}
