/** The two ports: the public one, only with the role `api`, and the operator's, which every process opens. */
import { Effect, Layer, Option } from "effect"
import { Settings } from "../runtime/Settings.ts"
import { listener } from "./Listener.ts"
import { OperatorRoutes } from "./operator/OperatorRoutes.ts"
import { RestRoutes } from "./rest/RestRoutes.ts"
import { serve } from "./Serving.ts"

/** A client that takes longer to send its request is disconnected. */
const requestTimeoutMillis = 60_000

const loopbackHosts: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"])

const PublicPort = Layer.unwrap(
  Effect.map(Settings, ({ port, host, roles }) =>
    roles.includes("api")
      ? serve(RestRoutes).pipe(Layer.provide(listener({ port, host, requestTimeoutMillis })))
      : Layer.empty
  )
)

const OperatorPort = Layer.unwrap(
  Effect.gen(function* () {
    const { operatorPort, operatorHost, operatorToken } = yield* Settings
    if (Option.isNone(operatorToken) && !loopbackHosts.has(operatorHost)) {
      return yield* Effect.die(
        new Error(
          `HEDDLE_OPERATOR_HOST=${operatorHost} opens the operator port to others: set HEDDLE_OPERATOR_TOKEN as well.`
        )
      )
    }
    return serve(OperatorRoutes).pipe(
      Layer.provide(listener({ port: operatorPort, host: operatorHost, requestTimeoutMillis: 0 }))
    )
  })
)

export const Ports = Layer.mergeAll(PublicPort, OperatorPort)
