/** The calls of the portal's program over HTTP, with the cookies of a browser. */
import { PortalRpcs, portalRpcPath } from "@heddle/api/portal"
import { Effect, Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { RpcClient, RpcSerialization } from "effect/rpc"

/** `cookie`: the header, asked for before each call. */
export const portalClient = Effect.fnUntraced(function* (baseUrl: string, cookie: () => string) {
  const withCookies = HttpClient.mapRequest((request) =>
    HttpClientRequest.setHeaders(request, { origin: baseUrl, "sec-fetch-site": "same-origin", cookie: cookie() })
  )
  const protocol = RpcClient.layerProtocolHttp({ url: baseUrl + portalRpcPath, transformClient: withCookies }).pipe(
    Layer.provide([FetchHttpClient.layer, RpcSerialization.layerNdjson])
  )
  return yield* RpcClient.make(PortalRpcs).pipe(Effect.provide(yield* Layer.build(protocol)))
})
