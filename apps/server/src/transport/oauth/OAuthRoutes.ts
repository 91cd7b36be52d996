/** The authorization server's endpoints for programs, and where a browser enters with an authorization request. */
import { Effect, Layer, Option, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AuthorizationServer } from "../../accounts/oauth/AuthorizationServer.ts"
import { paths } from "../../accounts/oauth/Protocol.ts"
import { html } from "../pages/Html.ts"
import { page } from "../pages/Page.ts"
import { type Reader, readerOf } from "../pages/Reader.ts"
import type { Texts } from "../pages/Texts.ts"
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

const program = (path: string) =>
  Effect.gen(function* () {
    const server = yield* AuthorizationServer
    const request = yield* HttpServerRequest.HttpServerRequest
    const body = request.method === "POST" ? yield* request.text : ""
    // The query of these paths has no meaning; tokens do not belong into it.
    const answer = yield* server.answer({ ...toProviderRequest(request, body), url: path })
    if (!isMetadata(path) || answer.status !== 200) return yield* toResponse(answer)
    const metadata = yield* Effect.orDie(Schema.decodeEffect(Metadata)(answer.body))
    return HttpServerResponse.jsonUnsafe(
      { ...metadata, ...ownMetadata },
      { headers: { "cache-control": "public, max-age=300" } }
    )
  })

const ProviderError = Schema.fromJsonString(
  Schema.Struct({ error: Schema.String, error_description: Schema.optionalKey(Schema.String) })
)

const explanationOf = ({ consent }: Texts, error: string): string => {
  if (error === "invalid_client") return consent.unknownClient
  return error === "invalid_redirect_uri" ? consent.unknownRedirect : consent.notValid
}

/** For a person: an error that cannot be sent back to the application, because it may not be the one that asked. */
const errorPage = (reader: Reader, status: number, body: string) => {
  const { error, error_description } = Option.getOrElse(Schema.decodeUnknownOption(ProviderError)(body), () => ({
    error: status < 500 ? "invalid_request" : "server_error",
    error_description: undefined
  }))
  return page(
    {
      title: reader.texts.consent.refused,
      reader,
      body: html`<p>${explanationOf(reader.texts, error)}</p>
        <p class="muted"><code>${error}</code>${error_description !== undefined && `: ${error_description}`}</p>`
    },
    status
  )
}

/** A waiting request is stored. */
const maxRequestLength = 8_192

const authorize = Effect.gen(function* () {
  const server = yield* AuthorizationServer
  const request = yield* HttpServerRequest.HttpServerRequest
  if (request.url.length > maxRequestLength) return errorPage(readerOf(request), 400, "")
  const answer = yield* server.answer(toProviderRequest(request, ""))
  const response = yield* toResponse(answer)
  return response.status < 400 ? response : errorPage(readerOf(request), response.status, answer.body)
})

export const OAuthRoutes = Layer.mergeAll(
  HttpRouter.add("GET", paths.authorization, authorize),
  ...programPaths.map(({ method, path }) => HttpRouter.add(method, path, program(path)))
)
