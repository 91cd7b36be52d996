/** Routes of the operator port, which without a bearer token is for callers on this machine, and never for web pages. */
import { Effect, Layer, Option, Redacted } from "effect"
import { type Headers, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { createHash, timingSafeEqual } from "node:crypto"
import { actingAs, operator } from "../../accounts/audit/AuditLog.ts"
import { newId } from "../../runtime/Ids.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { Settings } from "../../runtime/Settings.ts"
import { rejectRepeatedHeader } from "../http/RefusedRequests.ts"
import { healthz, withServices } from "../http/Serving.ts"
import { AccountsHandlers, BillingHandlers, KeysHandlers, NoticesHandlers } from "./AccountHandlers.ts"
import { LedgerHandlers, StateHandlers } from "./StateHandlers.ts"
import { DeliveriesHandlers, EndpointsHandlers } from "./EndpointHandlers.ts"
import { IngestHandlers } from "./IngestHandlers.ts"
import { metrics } from "./Metrics.ts"
import { readyz } from "./Draining.ts"
import { InputErrorsLayer } from "../http/InputErrors.ts"
import { completeProblem, handleFailures, problem } from "../http/ProblemResponses.ts"

const sameToken = (given: string, expected: string): boolean => {
  const digest = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** Any web page in the operator's browser can reach loopback. Browsers send no `Origin` with a GET of the same origin. */
const comesFromWebPage = (headers: Headers.Headers): boolean =>
  headers["origin"] !== undefined || (headers["sec-fetch-site"] ?? "none") !== "none"

/** A page whose own name was made to lead here (DNS rebinding) still sends that name. */
const isLocal = (host: string | undefined): boolean => /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host ?? "")

const notLocal =
  "Without a token, the operator port accepts only the host names localhost, 127.0.0.1 and [::1]. Use one of these, or set HEDDLE_OPERATOR_TOKEN."

/** Words that people try, and the path of what they mean. */
const nearMisses: ReadonlyArray<readonly [RegExp, string]> = [
  [/^\/(?:health|healthcheck|live|livez|liveness|ping)\/?$|^\/healthz\/$/, "/healthz"],
  [/^\/(?:ready|readiness)\/?$|^\/readyz\/$/, "/readyz"],
  [/^\/(?:metric|prometheus)\/?$|^\/metrics\/$/, "/metrics"]
]

const meantBy = (url: string): string | undefined => {
  const path = url.split("?", 1)[0] ?? ""
  return nearMisses.find(([pattern]) => pattern.test(path))?.[1]
}

const noPages =
  "There is no such path. The operator port has no pages: it has /healthz, /readyz and /metrics; for all else, use the command `heddle`. The pages and /docs are on the port of the API."

const guard = HttpRouter.middleware(
  Effect.gen(function* () {
    const { operatorToken } = yield* Settings
    const rejectRequest = (request: HttpServerRequest.HttpServerRequest, requestId: string) => {
      const { headers, url } = request
      // Health checks need no token.
      if (url === "/healthz" || url === "/readyz") return undefined
      const meant = meantBy(url)
      if (meant !== undefined) return problem(404, requestId, `There is no such path. Use ${meant}.`)
      const repeated = rejectRepeatedHeader(request, requestId)
      if (repeated !== undefined) return repeated
      if (comesFromWebPage(headers))
        return problem(403, requestId, "The operator port does not accept requests from browsers.")
      if (Option.isNone(operatorToken)) return isLocal(headers["host"]) ? undefined : problem(403, requestId, notLocal)
      const expected = `Bearer ${Redacted.value(operatorToken.value)}`
      return sameToken(headers["authorization"] ?? "", expected)
        ? undefined
        : problem(401, requestId, "Send HEDDLE_OPERATOR_TOKEN as a bearer token.")
    }
    return (app) =>
      Effect.gen(function* () {
        const requestId = yield* newId("req")
        const request = yield* HttpServerRequest.HttpServerRequest
        const rejection = rejectRequest(request, requestId)
        const response =
          rejection ?? completeProblem(yield* handleFailures(actingAs(operator)(app), requestId, noPages), requestId)
        return HttpServerResponse.setHeaders(response, {
          "x-request-id": requestId,
          "x-content-type-options": "nosniff",
          // A refused client could otherwise keep sending a body, for which this port has no time limit.
          ...(rejection === undefined ? {} : { connection: "close" }),
          ...(response.status === 401 ? { "www-authenticate": "Bearer" } : {})
        })
      })
  }),
  { global: true }
)

const Routes = Layer.mergeAll(
  HttpApiBuilder.layer(OperatorApi).pipe(
    Layer.provide([
      AccountsHandlers,
      KeysHandlers,
      NoticesHandlers,
      EndpointsHandlers,
      BillingHandlers,
      LedgerHandlers,
      IngestHandlers,
      StateHandlers,
      DeliveriesHandlers
    ]),
    Layer.provide(InputErrorsLayer)
  ),
  healthz,
  readyz,
  metrics,
  guard
)

export const OperatorRoutes = withServices(Routes)
