/** The authorization server's endpoints for programs, and where a browser enters with an authorization request. */
import { Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AuthorizationServer } from "../../accounts/oauth/AuthorizationServer.ts"
import { issuerOf, paths } from "../../accounts/oauth/Protocol.ts"
import { makeConcurrencyLimit } from "../../runtime/ConcurrencyLimit.ts"
import { clientOf } from "../../runtime/Networks.ts"
import { Settings } from "../../runtime/Settings.ts"
import { makeAddressOf } from "../http/ClientAddress.ts"
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

/** Of one client. Hosted applications ask for the tokens of all their users from a few addresses, each in some milliseconds. */
const limits = { perKey: 8, waitingPerKey: 50, maxWait: "2 seconds" } as const

const tooMany = (detail: string) => JSON.stringify({ error: "too_many_requests", error_description: detail })

const program = (path: string, address: string) =>
  Effect.gen(function* () {
    const server = yield* AuthorizationServer
    const request = yield* HttpServerRequest.HttpServerRequest
    const body = request.method === "POST" ? yield* request.text : ""
    // The query of these paths has no meaning; tokens do not belong into it.
    const answer = yield* server.answer({ ...toProviderRequest(request, address, body), url: path })
    if (!isMetadata(path) || answer.status !== 200) return yield* toResponse(answer)
    const metadata = yield* Effect.orDie(Schema.decodeEffect(Metadata)(answer.body))
    return HttpServerResponse.jsonUnsafe(
      { ...metadata, ...ownMetadata },
      { headers: { "cache-control": "public, max-age=300" } }
    )
  })

/** A waiting request is stored. */
const maxRequestLength = 8_192

const authorize = (issuer: string, address: string) =>
  Effect.gen(function* () {
    const server = yield* AuthorizationServer
    const request = yield* HttpServerRequest.HttpServerRequest
    const reader = readerOf(request)
    if (request.url.length > maxRequestLength) return errorPage(reader, 400, "")
    const answer = yield* server.answer(toProviderRequest(request, address, ""))
    const response = yield* toResponse(answer)
    if (response.status >= 400) return errorPage(reader, response.status, answer.body)
    const location = URL.parse(response.headers["location"] ?? "")
    if (location === null || location.href.startsWith(`${issuer}${paths.consent}/`)) return response
    const clientId = new URLSearchParams(request.url.split("?").slice(1).join("?")).get("client_id") ?? ""
    return (yield* mayLeave(request, clientId, location)) ? response : detourPage(reader, location)
  })

class TooManyRequests extends Schema.TaggedError<TooManyRequests>()("TooManyRequests", {}) {}

const refused = (body: string, retryAfterSeconds: number) =>
  HttpServerResponse.text(body, {
    status: 429,
    contentType: "application/json",
    headers: { "cache-control": "no-store", "retry-after": String(retryAfterSeconds) }
  })

export const OAuthRoutes = Layer.unwrap(
  Effect.gen(function* () {
    const addressOf = yield* makeAddressOf
    const issuer = issuerOf(yield* Settings)
    const turns = makeConcurrencyLimit(limits, () => new TooManyRequests())

    /** Before anything else is done for it, a request waits for a turn of its client. */
    const inTurn = <A, E, R>(answer: (address: string) => Effect.Effect<A, E, R>) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const address = addressOf(request)
        return yield* turns.run(clientOf(address), answer(address))
      })

    const busy = tooMany("too many requests of this address are being answered; ask for less at once")
    const crowded = tooMany(
      "too many applications were registered from this address and are not connected yet; connect one or wait"
    )
    const enter = inTurn((address) => authorize(issuer, address)).pipe(
      Effect.catchTag("TooManyRequests", () =>
        Effect.map(HttpServerRequest.HttpServerRequest, (request) => errorPage(readerOf(request), 429, busy))
      ),
      Effect.map((response) =>
        response.status === 429 || response.status === 503
          ? HttpServerResponse.setHeader(response, "retry-after", "5")
          : response
      )
    )
    return Layer.mergeAll(
      HttpRouter.add("GET", paths.authorization, Effect.catchTag(enter, "TooManyRegistrations", Effect.die)),
      ...programPaths.map(({ method, path }) =>
        HttpRouter.add(
          method,
          path,
          inTurn((address) => program(path, address)).pipe(
            Effect.catchTag("TooManyRequests", () => Effect.succeed(refused(busy, 5))),
            Effect.catchTag("TooManyRegistrations", ({ retryAfterSeconds }) =>
              Effect.succeed(refused(crowded, retryAfterSeconds))
            )
          )
        )
      )
    )
  })
)
