/** The typed client of the portal's procedures, over same-origin HTTP with the session's cookie. */
import { PortalRpcs, portalRpcPath } from "@heddle/api/portal"
import { Context, Effect, Layer, ManagedRuntime } from "effect"
import { FetchHttpClient } from "effect/http"
import { RpcClient, type RpcClientError, type RpcGroup, RpcSerialization } from "effect/rpc"

export type PortalClient = RpcClient.RpcClient<RpcGroup.Rpcs<typeof PortalRpcs>, RpcClientError.RpcClientError>

class Portal extends Context.Service<Portal, PortalClient>()("@heddle/portal/rpc/Portal") {
  static readonly layer = Layer.effect(Portal, RpcClient.make(PortalRpcs)).pipe(
    Layer.provide(RpcClient.layerProtocolHttp({ url: portalRpcPath })),
    Layer.provide([RpcSerialization.layerNdjson, FetchHttpClient.layer])
  )
}

const runtime = ManagedRuntime.make(Portal.layer)

/** Rejects with the typed error of the call. */
export const run = <A, E>(use: (portal: PortalClient) => Effect.Effect<A, E>, signal?: AbortSignal): Promise<A> =>
  runtime.runPromise(Effect.flatMap(Portal, use), signal === undefined ? {} : { signal })

/** Runs an effect with the client until it ends or the returned function is called. */
export const start = <A, E>(use: (portal: PortalClient) => Effect.Effect<A, E>): (() => void) =>
  runtime.runCallback(Effect.flatMap(Portal, use))
