/** The authorization server's endpoints for programs, and where a browser enters with an authorization request. */
import { Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AuthorizationServer } from "../../accounts/oauth/AuthorizationServer.ts"
import { issuerOf, paths } from "../../accounts/oauth/Protocol.ts"
import { Settings } from "../../runtime/Settings.ts"
import { type AddressOf, makeAddressOf } from "../pages/ClientAddress.ts"
import { readerOf } from "../pages/Reader.ts"
import { detourPage, errorPage, mayLeave } from "./ErrorPages.ts"
import { toProviderRequest, toResponse } from "./ProviderExchange.ts"

/** RFC 8414; the second is where clients of OpenID Connect look. Both have the same content. */
const metadataPaths = ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"] as const

export const programPaths = [
  ...metadataPaths.map((path) => ({ method: "GET" as const, path })),
  { method: "GET", path: paths.jwks },
  { method: "POST", path: paths.registration },
  { method: "POST", path: paths.token },
  { method: "POST", path: paths.revocation }
] as const

const Metadata = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))

/** What the provider offers to no client here (`ClientPolicy.ts`), it would still list. */
const ownMetadata = { response_modes_supported: ["query"], subject_types_supported: ["public"] }

const isMetadata = (path: string): boolean => metadataPaths.some((metadata) => metadata === path)

const program = (path: string, addressOf: AddressOf) =>
  Effect.gen(function* () {
    const server = yield* AuthorizationServer
    const request = yield* HttpServerRequest.HttpServerRequest
    const body = request.method === "POST" ? yield* request.text : ""
    // The query of these paths has no meaning; tokens do not belong into it.
    const answer = yield* server.answer({ ...toProviderRequest(request, addressOf(request), body), url: path })
    if (!isMetadata(path) || answer.status !== 200) return yield* toResponse(answer)
    const metadata = yield* Effect.orDie(Schema.decodeEffect(Metadata)(answer.body))
    return HttpServerResponse.jsonUnsafe(
      { ...metadata, ...ownMetadata },
      { headers: { "cache-control": "public, max-age=300" } }
    )
  })

/** A waiting request is stored. */
const maxRequestLength = 8_192

const authorize = (issuer: string, addressOf: AddressOf) =>
  Effect.gen(function* () {
    const server = yield* AuthorizationServer
    const request = yield* HttpServerRequest.HttpServerRequest
    const reader = readerOf(request)
    if (request.url.length > maxRequestLength) return errorPage(reader, 400, "")
    const answer = yield* server.answer(toProviderRequest(request, addressOf(request), ""))
    const response = yield* toResponse(answer)
    if (response.status >= 400) {
      const shown = errorPage(reader, response.status, answer.body)
      const retryAfter = response.headers["retry-after"]
      return retryAfter === undefined ? shown : HttpServerResponse.setHeader(shown, "retry-after", retryAfter)
    }
    const location = URL.parse(response.headers["location"] ?? "")
    if (location === null || location.href.startsWith(`${issuer}${paths.consent}/`)) return response
    const clientId = new URLSearchParams(request.url.split("?").slice(1).join("?")).get("client_id") ?? ""
    return (yield* mayLeave(request, clientId, location)) ? response : detourPage(reader, location)
  })

export const OAuthRoutes = Layer.unwrap(
  Effect.gen(function* () {
    const addressOf = yield* makeAddressOf
    const issuer = issuerOf(yield* Settings)
    return Layer.mergeAll(
      HttpRouter.add("GET", paths.authorization, authorize(issuer, addressOf)),
      ...programPaths.map(({ method, path }) => HttpRouter.add(method, path, program(path, addressOf)))
    )
  })
)
