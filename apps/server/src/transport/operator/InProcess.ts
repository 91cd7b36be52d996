/** An operator client that calls the routes of this process without opening a port. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer, type Scope } from "effect"
import { HttpClient, HttpClientRequest, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { operatorClientAt } from "../../operator/OperatorClientAt.ts"
import { routerConfig } from "../http/Serving.ts"
import { OperatorRoutes } from "./OperatorRoutes.ts"

/** Requests need a base URL; this one is never resolved. */
const address = "http://operator.invalid"
/** The routes answer only to this machine, unless there is a token. */
const host = "localhost"

const RoutesAsClient = Layer.effect(
  HttpClient.HttpClient,
  Effect.gen(function* () {
    const app = yield* HttpRouter.toHttpEffect(OperatorRoutes)
    const context =
      yield* Effect.context<Exclude<Effect.Services<typeof app>, Scope.Scope | HttpServerRequest.HttpServerRequest>>()
    return HttpClient.make((request) =>
      app.pipe(
        Effect.map((response) => HttpServerResponse.toClientResponse(response, { request })),
        Effect.provideService(
          HttpServerRequest.HttpServerRequest,
          HttpServerRequest.fromClientRequest(HttpClientRequest.setHeader(request, "host", host))
        ),
        Effect.scoped,
        Effect.provideContext(context),
        // The routes turn their failures into responses.
        Effect.orDie
      )
    )
  })
).pipe(
  Layer.provide(Layer.succeed(HttpRouter.RouterConfig, routerConfig)),
  Layer.provide(NodeHttpServer.layerHttpServices)
)

export const OperatorInProcess = operatorClientAt(address).pipe(Layer.provide(RoutesAsClient))
