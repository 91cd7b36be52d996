/** Liveness: the process answers. */
import { HttpRouter, HttpServerResponse } from "effect/http"

export const healthz = HttpRouter.add("GET", "/healthz", HttpServerResponse.text("ok\n"))
