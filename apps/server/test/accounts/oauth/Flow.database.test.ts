/** From an application that knows nothing but the address to a call with its token. */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { AccessTokens } from "../../../src/accounts/oauth/AccessTokens.ts"
import {
  authorizationRequest,
  decide,
  deviceRedirect,
  exchange,
  issuer,
  OAuthApi,
  registered,
  resource,
  signedInBrowser,
  tokensOf
} from "../../support/OAuthFlow.ts"
import { call } from "../../support/ServedApi.ts"

onAnyDatabaseWith("The authorization server", { services: OAuthApi, realClock: true }, (it) => {
  it.effect("describes itself under the public address (RFC 8414)", () =>
    Effect.gen(function* () {
      const { status, headers, json } = yield* call("/.well-known/oauth-authorization-server")
      assert.strictEqual(status, 200)
      assert.strictEqual(headers.get("access-control-allow-origin"), "*")
      assert.deepInclude(json, {
        issuer,
        authorization_endpoint: `${issuer}/oauth/authorize`,
        token_endpoint: `${issuer}/oauth/token`,
        registration_endpoint: `${issuer}/oauth/register`,
        revocation_endpoint: `${issuer}/oauth/revoke`,
        jwks_uri: `${issuer}/oauth/jwks`,
        code_challenge_methods_supported: ["S256"],
        response_types_supported: ["code"],
        response_modes_supported: ["query"],
        grant_types_supported: ["authorization_code", "refresh_token"],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true
      })
      assert.deepStrictEqual(json, (yield* call("/.well-known/openid-configuration")).json)
    })
  )

  it.effect("answers with state and issuer (RFC 9207)", () =>
    Effect.gen(function* () {
      const { browser } = yield* signedInBrowser()
      const request = authorizationRequest(yield* registered())
      const allowed = yield* decide(browser, request, "allow")
      assert.strictEqual(allowed.origin + allowed.pathname, deviceRedirect)
      assert.strictEqual(allowed.searchParams.get("state"), "the state")
      assert.strictEqual(allowed.searchParams.get("iss"), issuer)
      const denied = yield* decide(browser, request, "deny")
      assert.strictEqual(denied.searchParams.get("error"), "access_denied")
      assert.strictEqual(denied.searchParams.get("state"), "the state")
      assert.strictEqual(denied.searchParams.get("iss"), issuer)
      assert.isNull(denied.searchParams.get("code"))
    })
  )

  it.effect("gives a token for either spelling of the address", () =>
    Effect.gen(function* () {
      const { browser } = yield* signedInBrowser()
      for (const named of [resource, `${resource}/`]) {
        const request = authorizationRequest(yield* registered(), { resource: named })
        const code = (yield* decide(browser, request, "allow")).searchParams.get("code") ?? ""
        const { access } = tokensOf(yield* exchange(request, code, { resource: named }))
        assert.isTrue(Option.isSome(yield* (yield* AccessTokens).identify(access)), named)
      }
    })
  )
})
