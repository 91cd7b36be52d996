/** How a client without credentials finds the sign-in: the 401 and the metadata it points to (RFC 9728). */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { issuerOf, namesOf } from "../../accounts/oauth/Protocol.ts"
import { Settings } from "../../runtime/Settings.ts"
import { mcpMetadataPath, mcpPath, metadataPath } from "../http/PublicPaths.ts"
import { problem, problemMembers } from "../http/ProblemResponses.ts"

export const mcpScope = "mcp"

/** The name by which the client reached this service: clients compare the resource with the address they were given. */
const makeNameFor = (settings: Settings["Service"]) => {
  const byHost = new Map(namesOf(settings).map((name) => [URL.parse(name)?.host, name]))
  return ({ headers }: HttpServerRequest.HttpServerRequest): string => byHost.get(headers["host"]) ?? issuerOf(settings)
}

/** A client that was given the address with a slash at its end looks for the resource of that very name. */
const slashOf = ({ url }: HttpServerRequest.HttpServerRequest): string =>
  url.split("?", 1)[0]?.endsWith(`${mcpPath}/`) === true ? "/" : ""

const challenges = {
  missing: {
    code: "missing_api_key",
    error: "",
    detail: "Send an API key or an access token in the header `Authorization: Bearer …`."
  },
  invalid: {
    code: "invalid_api_key",
    error: `, error="invalid_token"`,
    detail:
      "The API key or access token is not valid. Check it, or sign in again. Tokens belong in the header Authorization."
  }
} as const

export const makeChallenge = Effect.map(Settings, (settings) => {
  const nameFor = makeNameFor(settings)
  return (kind: keyof typeof challenges, request: HttpServerRequest.HttpServerRequest, requestId: string) =>
    HttpServerResponse.setHeader(
      problem(401, requestId, challenges[kind].detail, problemMembers(challenges[kind].code)),
      "www-authenticate",
      `Bearer resource_metadata="${nameFor(request)}${mcpMetadataPath}${slashOf(request)}", scope="${mcpScope}"${challenges[kind].error}`
    )
})

const makeMetadata = Effect.map(Settings, (settings) => {
  const nameFor = makeNameFor(settings)
  return Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
    const name = nameFor(request)
    return HttpServerResponse.jsonUnsafe(
      {
        resource: `${name}${mcpPath}${slashOf(request)}`,
        authorization_servers: [issuerOf(settings)],
        scopes_supported: [mcpScope],
        bearer_methods_supported: ["header"],
        resource_name: "Heddle",
        resource_documentation: `${name}/docs`
      },
      { headers: { "cache-control": "public, max-age=300" } }
    )
  })
})

export const ProtectedResourceRoutes = Layer.unwrap(
  Effect.map(makeMetadata, (metadata) =>
    Layer.mergeAll(HttpRouter.add("GET", metadataPath, metadata), HttpRouter.add("GET", mcpMetadataPath, metadata))
  )
)
