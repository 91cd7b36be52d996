/**
 * The conventions of every response (decisions, "Conventions of the HTTP API"): request id, version, no-store, CORS,
 * compression, and failures as problem documents.
 */
import { NodeHttpServerRequest } from "@effect/platform-node"
import { version } from "@heddle/api"
import { Context, Effect } from "effect"
import {
  HttpIncomingMessage,
  HttpMethod,
  HttpMiddleware,
  HttpRouter,
  HttpServerRequest,
  HttpServerResponse
} from "effect/http"
import { newId } from "../../runtime/Ids.ts"
import { accepts } from "./Accept.ts"
import { routesAt } from "./KnownRoutes.ts"
import { completeProblem, handleFailures, problem } from "./ProblemResponses.ts"

/** The id of the request that is being answered, as its answer and its usage entry carry it. */
export const RequestId = Context.Reference<string | null>("@heddle/server/transport/rest/RequestId", {
  defaultValue: () => null
})

const maxBodyBytes = 64 * 1024
const validRequestId = /^[A-Za-z0-9._~-]{1,128}$/

const pathOf = (request: HttpServerRequest.HttpServerRequest): string => request.url.split("?", 1)[0] ?? "/"

/** What can be refused before anything runs. */
const refuse = (request: HttpServerRequest.HttpServerRequest, requestId: string) => {
  const { headers, method } = request
  if (headers["host"] === undefined && NodeHttpServerRequest.toIncomingMessage(request).httpVersion !== "1.0") {
    return problem(400, requestId, "The header Host is missing.")
  }
  const expected = headers["expect"]
  if (expected !== undefined && expected.toLowerCase() !== "100-continue") return problem(417, requestId)
  if (Number(headers["content-length"] ?? 0) > maxBodyBytes) return problem(413, requestId)
  const routes = routesAt(pathOf(request))
  if (routes.length === 0 || method === "OPTIONS") return undefined
  const route = routes.find((route) => route.method === method)
  if (route === undefined) {
    const allow = [...new Set(routes.map(({ method }) => method))].join(", ")
    return HttpServerResponse.setHeader(
      problem(405, requestId, `This path takes ${allow}, not ${method}.`),
      "allow",
      allow
    )
  }
  if (route.mediaTypes === null) return undefined
  if (!accepts(headers["accept"], route.mediaTypes)) {
    return problem(406, requestId, `The answer is ${route.mediaTypes.join(" or ")}, which the header Accept excludes.`)
  }
  if (HttpMethod.hasBody(method) && (headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    return problem(415, requestId, "Send the body as it is, without Content-Encoding.")
  }
  return undefined
}

/** The one large page, which changes only with a release. */
const cacheControl = (path: string) => (path === "/docs" ? "public, max-age=3600" : "no-store")

const finish = (response: HttpServerResponse.HttpServerResponse, requestId: string, path: string) => {
  const complete = completeProblem(response, requestId)
  return HttpServerResponse.setHeaders(complete, {
    "x-request-id": requestId,
    "x-service-version": version,
    "cache-control": complete.headers["cache-control"] ?? cacheControl(path),
    ...(complete.status === 401 ? { "www-authenticate": "Bearer" } : {})
  })
}

const cors = HttpMiddleware.cors({
  allowedMethods: ["GET", "POST", "DELETE", "OPTIONS"],
  allowedHeaders: ["Authorization", "Content-Type", "X-Request-Id", "Idempotency-Key"],
  exposedHeaders: [
    "X-Request-Id",
    "X-Credits-Consumed",
    "X-Credits-Remaining",
    "X-Service-Version",
    "Retry-After",
    "RateLimit",
    "RateLimit-Policy",
    "Idempotent-Replayed",
    "Content-Disposition"
  ],
  maxAge: 86_400
})

export const Conventions = HttpRouter.middleware(
  (app) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const given = request.headers["x-request-id"]
      const requestId = given !== undefined && validRequestId.test(given) ? given : yield* newId("req")
      // Within: an answer to a preflight has its request id too.
      const response = yield* cors(
        Effect.suspend(() => {
          const refused = refuse(request, requestId)
          return refused === undefined ? handleFailures(app, requestId) : Effect.succeed(refused)
        })
      ).pipe(Effect.provideService(RequestId, requestId), Effect.annotateLogs({ requestId }))
      return finish(response, requestId, pathOf(request))
    }).pipe(HttpMiddleware.compression(), Effect.provideService(HttpIncomingMessage.MaxBodySize, BigInt(maxBodyBytes))),
  { global: true }
)
