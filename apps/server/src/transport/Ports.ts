/** The two ports: the public one, only with the role `api`, and the operator's, which every process opens. */
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { Settings } from "../runtime/Settings.ts"
import type { ConnectionLimits, ConnectionTimes } from "./http/ConnectionLimits.ts"
import { listener } from "./http/Listener.ts"
import { Engine } from "./mcp/Engine.ts"
import { OperatorRoutes } from "./operator/OperatorRoutes.ts"
import { RestRoutes } from "./PublicRoutes.ts"
import { AttemptFeed } from "../webhooks/listening/AttemptFeed.ts"
import { EventStreams } from "../webhooks/listening/EventStreams.ts"
import { serve } from "./http/Serving.ts"

const publicTimes: ConnectionTimes = {
  headersMillis: 15_000,
  requestMillis: 60_000,
  idleMillis: 20_000,
  readMillis: 120_000
}

/** The operator's collector may take its time: ingest is a stream of any length. */
const operatorTimes: ConnectionTimes = { ...publicTimes, requestMillis: 0, idleMillis: 300_000 }

/**
 * A stop waits for running calls, and streams run until something ends them. Built after the routes, so that it ends
 * before them.
 */
const EndStreams = Layer.effectDiscard(
  Effect.gen(function* () {
    const { endAll } = yield* EventStreams
    const { endStreams } = yield* Engine
    const feeds = yield* AttemptFeed
    yield* Effect.addFinalizer(() => Effect.all([endAll, feeds.endAll, endStreams], { discard: true }))
  })
).pipe(Layer.provide(Engine.layer))

const PublicPort = Layer.unwrap(
  Effect.map(Settings, ({ port, host, roles, maxConnections, maxConnectionsPerAddress, proxies }) => {
    const limits: ConnectionLimits = { name: "public", maxConnections, maxConnectionsPerAddress, proxies }
    return roles.includes("api")
      ? EndStreams.pipe(
          Layer.provideMerge(serve(HttpRouter.toHttpEffect(RestRoutes))),
          Layer.provide(listener({ port, host, times: publicTimes, limits }))
        )
      : Layer.empty
  })
)

const OperatorPort = Layer.unwrap(
  Effect.gen(function* () {
    const {
      operatorPort: port,
      operatorHost: host,
      maxOperatorConnections: maxConnections,
      maxConnectionsPerAddress,
      proxies
    } = yield* Settings
    const limits: ConnectionLimits = { name: "operator", maxConnections, maxConnectionsPerAddress, proxies }
    return serve(HttpRouter.toHttpEffect(OperatorRoutes)).pipe(
      Layer.provide(listener({ port, host, times: operatorTimes, limits }))
    )
  })
)

export const Ports = Layer.mergeAll(PublicPort, OperatorPort)

export { DrainFirst } from "./operator/Draining.ts"
