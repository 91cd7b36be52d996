/** How both ports find what stands at a path, and serve it. */
import type { Layer } from "effect"
import { type FindMyWay, HttpRouter, HttpServerResponse } from "effect/http"

/** Codes and names have no limit of their own in a path but that of all headers, 16 KiB. */
export const routerConfig: Partial<FindMyWay.RouterConfig> = { maxParamLength: 16 * 1024 }

export const serve = <A, E, R>(routes: Layer.Layer<A, E, R>) =>
  HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true, routerConfig })

/** Liveness: the process answers. */
export const healthz = HttpRouter.add("GET", "/healthz", HttpServerResponse.text("ok\n"))
