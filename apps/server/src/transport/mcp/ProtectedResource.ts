/** How a client without credentials finds the sign-in: the 401 and the metadata it points to (RFC 9728). */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { publicUrl, Settings } from "../../runtime/Settings.ts"
import { mcpMetadataPath, mcpPath, metadataPath } from "../PublicPaths.ts"
import { problem, problemMembers } from "../rest/ProblemResponses.ts"

export const mcpScope = "mcp"

/** Without a slash at its end, since clients compare resources character by character. */
const baseOf = (settings: Settings["Service"]): string => publicUrl(settings).replace(/\/+$/, "")

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

export const makeChallenge = Effect.map(
  Settings,
  (settings) => (kind: keyof typeof challenges, requestId: string) =>
    HttpServerResponse.setHeader(
      problem(401, requestId, challenges[kind].detail, problemMembers(challenges[kind].code)),
      "www-authenticate",
      `Bearer resource_metadata="${baseOf(settings)}${mcpMetadataPath}", scope="${mcpScope}"${challenges[kind].error}`
    )
)

const metadata = Effect.map(Settings, (settings) => {
  const base = baseOf(settings)
  return HttpServerResponse.jsonUnsafe(
    {
      resource: `${base}${mcpPath}`,
      authorization_servers: [base],
      scopes_supported: [mcpScope],
      bearer_methods_supported: ["header"],
      resource_name: "Heddle",
      resource_documentation: `${base}/docs`
    },
    { headers: { "cache-control": "public, max-age=300" } }
  )
})

export const ProtectedResourceRoutes = Layer.unwrap(
  Effect.map(metadata, (response) =>
    Layer.mergeAll(HttpRouter.add("GET", metadataPath, response), HttpRouter.add("GET", mcpMetadataPath, response))
  )
)
