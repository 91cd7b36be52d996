/** Opens a span for each request, where spans are exported. It names the route, never the address that was called. */
import { Effect } from "effect"
import { type HttpServerRequest, type HttpServerResponse, HttpTraceContext } from "effect/http"
import { Exports } from "../../runtime/Telemetry.ts"

/** What a request is, and how it is answered. */
export interface ObservedRequest<E, R> {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly method: string
  readonly route: string
  readonly respond: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
}

const traced = <E, R>({ request, method, route, respond }: ObservedRequest<E, R>) => {
  const answered = Effect.tap(respond, ({ status, headers }) =>
    Effect.annotateCurrentSpan({ "http.response.status_code": status, "heddle.request_id": headers["x-request-id"] })
  )
  const attributes = { "http.request.method": method, "http.route": route }
  const parent = HttpTraceContext.fromHeaders(request.headers)
  return Effect.withSpan(answered, `${method} ${route}`, {
    kind: "server",
    attributes,
    ...(parent._tag === "Some" ? { parent: parent.value } : {})
  })
}

export const makeTraced = Effect.map(
  Exports,
  (isOn) =>
    <E, R>(request: ObservedRequest<E, R>): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
      isOn ? traced(request) : request.respond
)
