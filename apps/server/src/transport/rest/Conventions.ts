/**
 * The conventions of every response (decisions, "Conventions of the HTTP API"): request id, version, no-store, CORS,
 * compression, and failures as problem documents.
 */
import { version } from "@heddle/api"
import { Effect } from "effect"
import { HttpIncomingMessage, HttpMiddleware, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { newId } from "../../Ids.ts"
import { RequestId } from "../../operations/RequestId.ts"
import { allowedMethods } from "./AllowedMethods.ts"
import { completeProblem, handleFailures, problem } from "./ProblemResponses.ts"

const maxBodyBytes = 64 * 1024
const validRequestId = /^[A-Za-z0-9._~-]{1,128}$/

const pathOf = (request: HttpServerRequest.HttpServerRequest): string => request.url.split("?", 1)[0] ?? "/"

/** What can be refused before anything runs. */
const refuse = (request: HttpServerRequest.HttpServerRequest, requestId: string) => {
  if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes) return problem(413, requestId)
  const allowed = allowedMethods(pathOf(request))
  if (allowed.length === 0 || allowed.includes(request.method) || request.method === "OPTIONS") return undefined
  const allow = [...new Set(allowed)].join(", ")
  return HttpServerResponse.setHeader(
    problem(405, requestId, `This path takes ${allow}, not ${request.method}.`),
    "allow",
    allow
  )
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
  exposedHeaders: ["X-Request-Id", "X-Credits-Consumed", "X-Credits-Remaining", "X-Service-Version", "Retry-After"],
  maxAge: 86_400
})

export const Conventions = HttpRouter.middleware(
  (app) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const given = request.headers["x-request-id"]
      const requestId = given !== undefined && validRequestId.test(given) ? given : yield* newId("req")
      const refused = refuse(request, requestId)
      const response =
        refused ??
        (yield* handleFailures(app, requestId).pipe(
          Effect.provideService(RequestId, requestId),
          Effect.annotateLogs({ requestId })
        ))
      return finish(response, requestId, pathOf(request))
    }).pipe(
      cors,
      HttpMiddleware.compression(),
      Effect.provideService(HttpIncomingMessage.MaxBodySize, BigInt(maxBodyBytes))
    ),
  { global: true }
)
