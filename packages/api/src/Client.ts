/** The typed client of the REST API, for our own tools and for customers. */
import { Context, Layer, type Redacted } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { Api } from "./Api.ts"
import { Authorization } from "./Authorization.ts"

export class HeddleClient extends Context.Service<HeddleClient, HttpApiClient.ForApi<typeof Api>>()(
  "@heddle/api/HeddleClient"
) {
  /** Needs an `HttpClient`; use `transformClient` to add retries. */
  static readonly layer = (options: {
    readonly baseUrl: string
    readonly apiKey: Redacted.Redacted
    readonly transformClient?: (client: HttpClient.HttpClient) => HttpClient.HttpClient
  }) =>
    Layer.effect(
      HeddleClient,
      HttpApiClient.make(Api, {
        transformClient: (client) => {
          const based = HttpClient.mapRequest(client, HttpClientRequest.prependUrl(options.baseUrl))
          return options.transformClient === undefined ? based : options.transformClient(based)
        }
      })
    ).pipe(Layer.provide(Authorization.layerClient(options.apiKey)))
}
