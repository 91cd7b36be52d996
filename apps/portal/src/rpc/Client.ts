/** The typed client of the portal's procedures, over same-origin HTTP with the session's cookie. */
import { portalRpcPath } from "@heddle/api/portal/Path"
import { Effect, Layer, ManagedRuntime, Scope, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { RpcClient, RpcSerialization } from "effect/rpc"
import {
  clients,
  type GroupName,
  homes,
  isProcedure,
  isStreaming,
  type PortalClient,
  type Procedure
} from "./Groups.ts"

export type { PortalClient, Procedure } from "./Groups.ts"

const runtime = ManagedRuntime.make(
  RpcClient.layerProtocolHttp({ url: portalRpcPath }).pipe(
    Layer.provide([RpcSerialization.layerNdjson, FetchHttpClient.layer])
  )
)

/** Clients live as long as the page. */
const forever = Scope.makeUnsafe()

const opened = new Map<GroupName, Promise<object>>()

const open = (name: GroupName): Promise<object> => {
  const client = opened.get(name)
  if (client !== undefined) return client
  const make: Effect.Effect<object, never, RpcClient.Protocol | Scope.Scope> = clients[name]
  const opening = runtime.runPromise(Effect.provideService(make, Scope.Scope, forever))
  opened.set(name, opening)
  // The next call tries again.
  opening.catch(() => opened.delete(name))
  return opening
}

const ask = <A>(procedure: Procedure, parameters: ReadonlyArray<unknown>): Effect.Effect<A> =>
  Effect.map(
    Effect.promise(() => open(homes[procedure])),
    (client) => Reflect.apply(Reflect.get(client, procedure), client, parameters)
  )

const method =
  (procedure: Procedure) =>
  (...parameters: ReadonlyArray<unknown>) =>
    isStreaming(procedure)
      ? Stream.unwrap(ask<Stream.Stream<unknown>>(procedure, parameters))
      : Effect.flatten(ask<Effect.Effect<unknown>>(procedure, parameters))

// An object of every procedure, each of which downloads its group first. Its type is that of the groups' clients.
const empty: PortalClient = Object.create(null)
const portal = new Proxy(empty, {
  get: (_, name) => (isProcedure(name) ? method(name) : undefined)
})

/** Rejects with the typed error of the call. */
export const run = <A, E>(call: (portal: PortalClient) => Effect.Effect<A, E>, signal?: AbortSignal): Promise<A> =>
  runtime.runPromise(call(portal), signal === undefined ? {} : { signal })

/** Runs an effect with the client until it ends or the returned function is called. */
export const start = <A, E>(call: (portal: PortalClient) => Effect.Effect<A, E>): (() => void) =>
  runtime.runCallback(call(portal))
