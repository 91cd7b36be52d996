/**
 * The typed client of the portal's procedures, over same-origin HTTP with the session's cookie. A group of procedures is
 * downloaded with the first call of one of them, so that the first screen brings only the schemas it needs.
 */
import type { PortalRpcs } from "@heddle/api/portal"
import { portalRpcPath } from "@heddle/api/portal/PortalSession"
import { Effect, Layer, ManagedRuntime, Scope, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { type Rpc, RpcClient, type RpcClientError, type RpcGroup, RpcSerialization } from "effect/rpc"

type Rpcs = RpcGroup.Rpcs<typeof PortalRpcs>
type Streaming = "deliveries.WatchDeliveries"
/** What is answered once. */
export type Procedure = Exclude<Rpcs["_tag"], Streaming>
export type Payload<P extends Procedure> = Rpc.PayloadConstructor<Rpc.ExtractTag<Rpcs, P>>
export type Answer<P extends Procedure> = Rpc.Success<Rpc.ExtractTag<Rpcs, P>>
type CallError<P extends Procedure> = Rpc.Error<Rpc.ExtractTag<Rpcs, P>> | RpcClientError.RpcClientError

const runtime = ManagedRuntime.make(
  RpcClient.layerProtocolHttp({ url: portalRpcPath }).pipe(
    Layer.provide([RpcSerialization.layerNdjson, FetchHttpClient.layer])
  )
)

/** Clients live as long as the page. */
const forever = Scope.makeUnsafe()

const clientOf = <R extends Rpc.Any>(load: () => Promise<RpcGroup.RpcGroup<R>>) =>
  Effect.flatMap(Effect.promise(load), (group) => RpcClient.make(group, { flatten: true, disableTracing: true }))

/** Opened once. After a failure, the next call tries again. */
const kept = <A>(client: Effect.Effect<A, never, RpcClient.Protocol | Scope.Scope>): Effect.Effect<A> => {
  let opened: Promise<A> | undefined
  const open = async () => {
    try {
      return await runtime.runPromise(Effect.provideService(client, Scope.Scope, forever))
    } catch (error) {
      opened = undefined
      throw error
    }
  }
  return Effect.promise(() => (opened ??= open()))
}

type GroupName = Rpcs["_tag"] extends `${infer Name}.${string}` ? Name : never
type ClientOf<Name extends GroupName> = RpcClient.RpcClient.Flat<
  Extract<Rpcs, { readonly _tag: `${Name}.${string}` }>,
  RpcClientError.RpcClientError
>

/** By the first part of the names of their procedures. */
const groups: { readonly [Name in GroupName]: Effect.Effect<ClientOf<Name>> } = {
  account: kept(clientOf(() => import("@heddle/api/portal/Account").then(({ AccountRpcs }) => AccountRpcs))),
  billing: kept(clientOf(() => import("@heddle/api/portal/Billing").then(({ BillingRpcs }) => BillingRpcs))),
  deliveries: kept(clientOf(() => import("@heddle/api/portal/Deliveries").then(({ DeliveryRpcs }) => DeliveryRpcs))),
  keys: kept(clientOf(() => import("@heddle/api/portal/Keys").then(({ KeyRpcs }) => KeyRpcs))),
  playground: kept(
    clientOf(() => import("@heddle/api/portal/Playground").then(({ PlaygroundRpcs }) => PlaygroundRpcs))
  ),
  status: kept(clientOf(() => import("@heddle/api/portal/Status").then(({ StatusRpcs }) => StatusRpcs))),
  usage: kept(clientOf(() => import("@heddle/api/portal/Usage").then(({ UsageRpcs }) => UsageRpcs))),
  webhooks: kept(clientOf(() => import("@heddle/api/portal/Webhooks").then(({ WebhookRpcs }) => WebhookRpcs)))
}

const clients: ReadonlyMap<string, Effect.Effect<(...parameters: never) => unknown>> = new Map(Object.entries(groups))

/** Sends a call whose payload was checked by the caller. */
export const send = <A, E>(procedure: Procedure, payload: unknown): Effect.Effect<A, E> => {
  const [group = ""] = procedure.split(".", 1)
  const client = clients.get(group) ?? Effect.die(new Error(`There is no group of procedures ${group}`))
  return Effect.flatMap(client, (flat) => Reflect.apply(flat, undefined, [procedure, payload]))
}

export const call = <P extends Procedure>(
  procedure: P,
  ...[payload]: void extends Payload<P> ? [] : [payload: Payload<P>]
): Effect.Effect<Answer<P>, CallError<P>> => send(procedure, payload)

/** Attempts as they finish. */
export const watchDeliveries = Stream.unwrap(
  Effect.map(groups.deliveries, (client) => client("deliveries.WatchDeliveries", undefined))
)

/** Rejects with the typed error of the call. */
export const run = <A, E>(call: Effect.Effect<A, E>, signal?: AbortSignal): Promise<A> =>
  runtime.runPromise(call, signal === undefined ? {} : { signal })

/** Runs an effect until it ends or the returned function is called. */
export const start = <A, E>(effect: Effect.Effect<A, E>): (() => void) => runtime.runCallback(effect)
