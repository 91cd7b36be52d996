/** What both ports share: router settings, the server, and the liveness check. */
import type { Layer } from "effect"
import { type FindMyWay, HttpRouter, HttpServerResponse } from "effect/http"

/** The router adds no limit of its own for codes and names in a path: the limit for all headers, 16 KiB, applies. */
export const routerConfig: Partial<FindMyWay.RouterConfig> = { maxParamLength: 16 * 1024 }

/** Liveness: the process responds. */
export const healthz = HttpRouter.add("GET", "/healthz", HttpServerResponse.text("ok\n"))

export const serve = <A, E, R>(routes: Layer.Layer<A, E, R>) =>
  HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true, routerConfig })
