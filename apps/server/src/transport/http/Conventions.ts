/**
 * Conventions of every response (decisions, "Conventions of the HTTP API"): request id, version, no-store, CORS,
 * compression, and problem documents for failures. Pages that depend on who is signed in have neither CORS nor
 * compression: other sites may not read them, and the size of a compressed page could tell what it contains.
 */
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
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
import { asErrorPage } from "../pages/ErrorPage.ts"
import { readerOf } from "../pages/Reader.ts"
import { rejectRepeatedHeader } from "./RefusedRequests.ts"
import { mcpMetadataPath, mcpPath, metadataPath } from "./PublicPaths.ts"
import { type KnownPath, knownPath, labelsOf } from "./KnownRoutes.ts"
import { accepts, preferred } from "./Accept.ts"
import { compressPage } from "./PageCompression.ts"
import { makeRequestMetrics } from "./RequestMetrics.ts"
import { makeLogged } from "./AccessLog.ts"
import { makeTraced } from "./RequestSpans.ts"
import { completeProblem, handleFailures, problem } from "./ProblemResponses.ts"

/** Id of the current request, which appears in its response and usage entry. */
export const RequestId = Context.Reference<string | null>("@heddle/reference/transport/http/RequestId", {
  defaultValue: () => null
})

const maxBodyBytes = 64 * 1024
const validRequestId = /^[A-Za-z0-9._~-]{1,128}$/

const pathOf = (request: HttpServerRequest.HttpServerRequest): string => request.url.split("?", 1)[0] ?? "/"

/** The error for a request that no route should see; undefined for all others. */
const rejectRequest = (request: HttpServerRequest.HttpServerRequest, { routes }: KnownPath, requestId: string) => {
  const { headers, method } = request
  if (headers["host"] === undefined && NodeHttpServerRequest.toIncomingMessage(request).httpVersion !== "1.0") {
    return problem(400, requestId, "The header Host is missing.")
  }
  const repeated = rejectRepeatedHeader(request, requestId)
  if (repeated !== undefined) return repeated
  const expected = headers["expect"]
  if (expected !== undefined && expected.toLowerCase() !== "100-continue") return problem(417, requestId)
  if (Number(headers["content-length"] ?? 0) > maxBodyBytes) return problem(413, requestId)
  if (routes.length === 0 || method === "OPTIONS") return undefined
  const route = routes.find((route) => route.method === method)
  if (route === undefined) {
    const allow = [...new Set(routes.map(({ method }) => method))].join(", ")
    return HttpServerResponse.setHeader(
      problem(405, requestId, `This path supports ${allow}, not ${method}.`),
      "allow",
      allow
    )
  }
  if (route.mediaTypes === null) return undefined
  const mediaTypes = route.mediaTypes()
  if (!accepts(headers["accept"], mediaTypes)) {
    return problem(
      406,
      requestId,
      `This operation returns ${mediaTypes.join(" or ")}, which the Accept header excludes.`
    )
  }
  if (HttpMethod.hasBody(method) && (headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    return problem(415, requestId, "Send the body as it is, without Content-Encoding.")
  }
  return undefined
}

const isMessage = ({ headers }: HttpServerResponse.HttpServerResponse, path: string): boolean =>
  path === mcpPath && headers["content-type"] !== "application/problem+json"

const finish = (
  response: HttpServerResponse.HttpServerResponse,
  { hasOAuthErrors }: KnownPath,
  { requestId, path }: { readonly requestId: string; readonly path: string }
) => {
  // The errors of OAuth and of MCP's engine are those of their protocols.
  const isComplete = hasOAuthErrors || isMessage(response, path)
  const complete = isComplete ? response : completeProblem(response, requestId)
  return HttpServerResponse.setHeaders(complete, {
    "x-request-id": requestId,
    "x-service-version": version,
    "cache-control": complete.headers["cache-control"] ?? "no-store",
    ...(complete.status === 401 ? { "www-authenticate": complete.headers["www-authenticate"] ?? "Bearer" } : {})
  })
}

/** A browser that asked for a page and did not get it, or is at an address that leads nowhere. */
const isRefusedVisitor = (
  request: HttpServerRequest.HttpServerRequest,
  { routes, isPage }: KnownPath,
  status: number
): boolean =>
  status >= 400 &&
  preferred(request.headers["accept"], ["application/problem+json", "text/html"]) === "text/html" &&
  (routes.length === 0 || isPage)

const allowedHeaders = ["Authorization", "Content-Type", "X-Request-Id", "Idempotency-Key"]
const exposedHeaders = [
  "X-Request-Id",
  "X-Credits-Consumed",
  "X-Credits-Remaining",
  "X-Next-Cursor",
  "X-Notices",
  "X-Service-Version",
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
  "Idempotent-Replayed",
  "Content-Disposition"
]

const corsWith = (headers: { readonly allowed: ReadonlyArray<string>; readonly exposed: ReadonlyArray<string> }) =>
  HttpMiddleware.cors({
    allowedMethods: ["GET", "POST", "DELETE", "OPTIONS"],
    allowedHeaders: [...allowedHeaders, ...headers.allowed],
    exposedHeaders: [...headers.exposed, ...exposedHeaders],
    maxAge: 86_400
  })

const cors = corsWith({ allowed: [], exposed: [] })

/** What the protocol sends, and what a client needs to find the sign-in. */
const mcpCors = corsWith({
  allowed: ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "Mcp-Session-Id", "Last-Event-ID"],
  exposed: ["WWW-Authenticate"]
})

const mcpPaths: ReadonlySet<string> = new Set([mcpPath, metadataPath, mcpMetadataPath])

/** Clients of MCP send its headers to the authorization server as well. */
const corsOf = (path: string, { hasOAuthErrors }: KnownPath) => (mcpPaths.has(path) || hasOAuthErrors ? mcpCors : cors)

const answered = Effect.fnUntraced(function* <E, R>(
  request: HttpServerRequest.HttpServerRequest,
  { path, known }: { readonly path: string; readonly known: KnownPath },
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) {
  const clientId = request.headers["x-request-id"]
  const requestId = clientId !== undefined && validRequestId.test(clientId) ? clientId : yield* newId("req")
  const answer = Effect.suspend(() => {
    const rejection = rejectRequest(request, known, requestId)
    return rejection === undefined ? handleFailures(app, requestId) : Effect.succeed(rejection)
  })
  // CORS inside the request id, so that preflight responses get one too.
  const response = yield* (known.isPersonal ? answer : corsOf(path, known)(answer)).pipe(
    Effect.provideService(RequestId, requestId),
    Effect.annotateLogs({ requestId })
  )
  const finished = finish(response, known, { requestId, path })
  if (known.isPersonal) {
    const shown = known.isPersonalPage ? asErrorPage(finished, requestId, { reader: readerOf(request) }) : finished
    return HttpServerResponse.setHeader(shown, "content-encoding", "identity")
  }
  if (isRefusedVisitor(request, known, finished.status)) {
    return HttpServerResponse.setHeader(asErrorPage(finished, requestId, { isText: true }), "x-request-id", requestId)
  }
  return known.isPage ? yield* compressPage(finished) : finished
})

const measured = makeRequestMetrics()

export const Conventions = HttpRouter.middleware(
  Effect.gen(function* () {
    const logged = yield* makeLogged
    const traced = yield* makeTraced
    return (app) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const path = pathOf(request)
        const known = knownPath(path)
        const labels = labelsOf(request.method, known)
        const respond = Effect.map(
          answered(request, { path, known }, app),
          HttpServerResponse.setHeader("x-content-type-options", "nosniff")
        )
        const observed = traced({ request, ...labels, respond: logged({ request, ...labels, respond }) })
        return yield* measured(labels.method, labels.route, observed)
      }).pipe(
        HttpMiddleware.compression(),
        Effect.provideService(HttpIncomingMessage.MaxBodySize, BigInt(maxBodyBytes))
      )
  }),
  { global: true }
)
