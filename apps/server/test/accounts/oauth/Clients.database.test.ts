/** The older and the newer client library of MCP read our metadata, register, and get and refresh tokens. */
import { assert } from "@effect/vitest"
import * as newer from "@modelcontextprotocol/client"
import * as older from "@modelcontextprotocol/sdk/client/auth.js"
import { Effect, Option } from "effect"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { AccessTokens } from "../../../src/accounts/oauth/AccessTokens.ts"
import { decide, issuer, OAuthApi, resource, signedInBrowser } from "../../support/OAuthFlow.ts"
import { ServedApi } from "../../support/ServedApi.ts"

const redirectUrl = "http://127.0.0.1:49567/callback"
const clientMetadata = {
  client_name: "Library",
  redirect_uris: [redirectUrl],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"]
}

/** Calls to the issuer reach the test's server. */
const fetchVia = (baseUrl: string) => (input: string | URL, init?: RequestInit) =>
  fetch(String(input).replace(issuer, baseUrl), init)

const begin = async (library: typeof older | typeof newer, baseUrl: string) => {
  const fetchFn = fetchVia(baseUrl)
  const metadata = await library.discoverAuthorizationServerMetadata(issuer, { fetchFn })
  assert.isDefined(metadata)
  const clientInformation = await library.registerClient(issuer, { metadata, clientMetadata, fetchFn })
  const started = await library.startAuthorization(issuer, {
    metadata,
    clientInformation,
    redirectUrl,
    scope: "mcp",
    state: "s",
    resource: new URL(resource)
  })
  return { ...started, metadata, clientInformation }
}

onAnyDatabaseWith("Client libraries", { services: OAuthApi, realClock: true }, (it) => {
  it.effect.each([
    ["older", older],
    ["newer", newer]
  ] as const)("the %s one", ([, library]) =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ServedApi
      const { browser } = yield* signedInBrowser()
      const { authorizationUrl, codeVerifier, metadata, clientInformation } = yield* Effect.promise(() =>
        begin(library, baseUrl)
      )
      const path = authorizationUrl.pathname + authorizationUrl.search
      const request = {
        path,
        verifier: codeVerifier,
        clientId: clientInformation.client_id,
        redirectUri: redirectUrl
      }
      const destination = yield* decide(browser, request, "allow")
      const tokens = yield* Effect.promise(async () => {
        const common = { metadata, clientInformation, fetchFn: fetchVia(baseUrl), resource: new URL(resource) }
        const { searchParams } = destination
        const answer = {
          authorizationCode: searchParams.get("code") ?? "",
          // The newer one compares it (RFC 9207).
          iss: searchParams.get("iss") ?? "",
          codeVerifier,
          redirectUri: redirectUrl
        }
        const first = await library.exchangeAuthorization(issuer, { ...common, ...answer })
        return await library.refreshAuthorization(issuer, { ...common, refreshToken: first.refresh_token ?? "" })
      })
      const identity = yield* (yield* AccessTokens).identify(tokens.access_token)
      assert.strictEqual(Option.getOrThrow(identity).application, "Library")
    })
  )
})
