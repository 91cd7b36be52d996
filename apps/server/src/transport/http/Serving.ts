/** What both ports share: router settings, the server, and the liveness check. */
import type { Authorization, InputErrors } from "@heddle/api"
import { Context, Effect, Layer, type Scope } from "effect"
import {
  type FindMyWay,
  type HttpPlatform,
  HttpRouter,
  HttpServer,
  type HttpServerRequest,
  HttpServerResponse
} from "effect/http"

/** The router adds no limit of its own for codes and names in a path: the limit for all headers, 16 KiB, applies. */
export const routerConfig: Partial<FindMyWay.RouterConfig> = { maxParamLength: 16 * 1024 }

/** Liveness: the process responds. */
export const healthz = HttpRouter.add("GET", "/healthz", HttpServerResponse.text("ok\n"))

/** What the framework asks for while it handles a request. */
type Framework = HttpServer.HttpServer | HttpPlatform.HttpPlatform | Scope.Scope

/** So begin the keys of services. Those of references do not: without its value, a reference would give its default. */
const servicePrefix = "@heddle/server/"

const filtered = <S>(context: Context.Context<S>, keep: (isService: boolean) => boolean): Context.Context<S> =>
  Context.makeUnsafe(new Map([...context.mapUnsafe].filter(([key]) => keep(key.startsWith(servicePrefix)))))

/**
 * Leaves out the 140 services of the server, because the context of a request is copied several times on its way to the
 * handler.
 */
export const withoutServices = <Kept extends Framework | Authorization | InputErrors>(
  context: Context.Context<Kept>
): Context.Context<Kept> => filtered(context, (isService) => !isService)

/**
 * For routes whose handlers ask for services when a request comes, rather than when they are built. Only services: the
 * scope of a request, for one, is its own.
 */
export const withServices = <A, E, R>(routes: Layer.Layer<A, E, R>) => {
  const services = Effect.context<HttpRouter.Request.Only<"Requires", R>>()
  return HttpRouter.provideRequest(
    Layer.effectContext(Effect.map(services, (context) => filtered(context, (isService) => isService)))
  )(routes)
}

/** What `HttpRouter.toHttpEffect` makes of routes. */
type App<E> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, HttpServerRequest.HttpServerRequest | Framework>

const start = <E>(app: App<E>): Effect.Effect<void, never, Framework> =>
  Effect.updateContext(
    HttpServer.serveEffect<E, HttpServerRequest.HttpServerRequest | Framework>(app),
    withoutServices<Framework>
  )

export const serve = <E, E2, R>(app: Effect.Effect<App<E>, E2, R>) =>
  Layer.effectDiscard(Effect.flatMap(app, start)).pipe(
    Layer.provide(Layer.succeed(HttpRouter.RouterConfig, routerConfig))
  )
