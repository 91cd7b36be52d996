/** What codes and tokens are worth, and when they end. Time passes by moving the rows. */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { AccessTokens, ConnectionUse } from "../../../src/accounts/oauth/AccessTokens.ts"
import { Connections } from "../../../src/accounts/oauth/Connections.ts"
import { deleteExpiredTokens } from "../../../src/accounts/oauth/OAuthRetention.ts"
import { hashOf } from "../../../src/accounts/oauth/RecordRows.ts"
import {
  authorizationRequest,
  Browser,
  connected,
  decide,
  exchange,
  issuer,
  OAuthApi,
  postForm,
  refresh,
  register,
  registered,
  resource,
  signedInBrowser,
  tokensOf
} from "../../support/OAuthFlow.ts"
import type { Answer } from "../../support/ServedApi.ts"

const works = Effect.fnUntraced(function* (token: string) {
  return Option.isSome(yield* (yield* AccessTokens).identify(token))
})

const assertError = ({ status, json, text }: Answer, error: string): void => {
  assert.strictEqual(status, 400, text)
  assert.strictEqual(json["error"], error)
}

/** Lets time pass for one code or token. */
const age = Effect.fnUntraced(function* (token: string, seconds: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE oauth_records SET expires_at = expires_at - ${seconds} * interval '1 second',
      consumed_at = consumed_at - ${seconds} * interval '1 second'
    WHERE id = ${hashOf(token)}`
})

const connectionsOf = Effect.fnUntraced(function* (accountId: Parameters<Connections["Service"]["list"]>[0]) {
  return yield* (yield* Connections).list(accountId)
})

/** An allowed request whose code nobody has exchanged. */
const allowed = Effect.fnUntraced(function* () {
  const clientId = yield* registered()
  const { browser, person } = yield* signedInBrowser()
  const request = authorizationRequest(clientId)
  const code = (yield* decide(browser, request, "allow")).searchParams.get("code") ?? ""
  return { request, code, person }
})

onAnyDatabaseWith("Codes and tokens", { services: OAuthApi, realClock: true }, (it) => {
  it.effect("are given with a refresh token whatever scope is asked", () =>
    Effect.gen(function* () {
      for (const scope of [undefined, "mcp", "mcp offline_access", "openid profile unknown", ""]) {
        const { clientId, tokens } = yield* connected({ scope })
        assert.match(tokens.access, /^[\w-]{43}$/)
        const again = yield* refresh(clientId, tokens.refresh, { scope: "mcp offline_access unknown" })
        assert.deepInclude(again.json, { token_type: "Bearer", expires_in: 900 })
        assert.include(String(again.json["scope"]).split(" "), "mcp")
        assert.isTrue(yield* works(tokensOf(again).access))
      }
    })
  )

  it.effect("need PKCE with S256", () =>
    Effect.gen(function* () {
      const clientId = yield* registered()
      const browser = new Browser()
      const wrong: ReadonlyArray<Readonly<Record<string, string | undefined>>> = [
        { code_challenge: undefined, code_challenge_method: undefined },
        { code_challenge_method: undefined },
        { code_challenge_method: "plain" },
        { code_challenge: "short" }
      ]
      for (const changes of wrong) {
        const { status, location } = yield* browser.go(authorizationRequest(clientId, changes).path)
        assert.strictEqual(status, 303)
        const { searchParams } = new URL(location)
        assert.strictEqual(searchParams.get("error"), "invalid_request", location)
        assert.strictEqual(searchParams.get("iss"), issuer)
      }
    })
  )

  it.effect("need the verifier, the client and the address of the request", () =>
    Effect.gen(function* () {
      const { request, code } = yield* allowed()
      assertError(yield* exchange(request, code, { code_verifier: "x".repeat(43) }), "invalid_grant")
      assertError(yield* exchange({ ...request, verifier: "" }, code), "invalid_grant")
      assertError(yield* exchange(request, code, { client_id: yield* registered() }), "invalid_grant")
      assertError(yield* exchange(request, code, { redirect_uri: "http://127.0.0.1/other" }), "invalid_grant")
      assertError(yield* exchange(request, "unknown"), "invalid_grant")
      yield* Effect.map(exchange(request, code), tokensOf)
    })
  )

  it.effect("are for no other resource", () =>
    Effect.gen(function* () {
      const browser = new Browser()
      const clientId = yield* registered()
      for (const other of [`${resource}//`, `${resource}/x`, issuer, "https://other.example/mcp", `${resource}?x=1`]) {
        const { location } = yield* browser.go(authorizationRequest(clientId, { resource: other }).path)
        assert.strictEqual(new URL(location).searchParams.get("error"), "invalid_target", other)
      }
      const { request, code } = yield* allowed()
      const wrong = { resource: "https://other.example/mcp" }
      assertError(yield* exchange(request, code, wrong), "invalid_target")
      const { clientId: other, tokens } = yield* connected()
      assertError(yield* refresh(other, tokens.refresh, wrong), "invalid_target")
    })
  )

  it.effect("end together when a code is used twice", () =>
    Effect.gen(function* () {
      const { request, code, tokens, person } = yield* connected()
      assert.isTrue(yield* works(tokens.access))
      assertError(yield* exchange(request, code), "invalid_grant")
      assert.isFalse(yield* works(tokens.access))
      assertError(yield* refresh(request.clientId, tokens.refresh), "invalid_grant")
      assert.deepStrictEqual(yield* connectionsOf(person.accountId), [])
    })
  )

  it.effect("are not given for a code that is older than a minute", () =>
    Effect.gen(function* () {
      const { request, code } = yield* allowed()
      yield* age(code, 61)
      assertError(yield* exchange(request, code), "invalid_grant")
    })
  )

  it.effect("are replaced by ten parallel refreshes, which leave one connection", () =>
    Effect.gen(function* () {
      const { clientId, tokens, person } = yield* connected()
      const answers = yield* Effect.all(
        Array.from({ length: 10 }, () => refresh(clientId, tokens.refresh)),
        { concurrency: "unbounded" }
      )
      const given = answers.map(tokensOf)
      for (const { access } of given) assert.isTrue(yield* works(access))
      assert.lengthOf(yield* connectionsOf(person.accountId), 1)
      // Whichever answer the application kept, it can go on.
      for (const { refresh: token } of given) yield* Effect.map(refresh(clientId, token), tokensOf)
    })
  )

  it.effect("end together when a used refresh token comes back later", () =>
    Effect.gen(function* () {
      const { clientId, tokens, person } = yield* connected()
      const next = tokensOf(yield* refresh(clientId, tokens.refresh))
      // A second use within the grace does not extend it.
      yield* age(tokens.refresh, 25)
      yield* refresh(clientId, tokens.refresh)
      yield* age(tokens.refresh, 6)
      assertError(yield* refresh(clientId, tokens.refresh), "invalid_grant")
      assert.isFalse(yield* works(next.access))
      assertError(yield* refresh(clientId, next.refresh), "invalid_grant")
      assert.deepStrictEqual(yield* connectionsOf(person.accountId), [])
    })
  )

  it.effect("expire: access after 15 minutes, refresh after 30 days", () =>
    Effect.gen(function* () {
      const { clientId, tokens } = yield* connected()
      yield* age(tokens.access, 14 * 60)
      assert.isTrue(yield* works(tokens.access))
      yield* age(tokens.access, 61)
      assert.isFalse(yield* works(tokens.access))
      yield* age(tokens.refresh, 30 * 86_400 - 60)
      const next = tokensOf(yield* refresh(clientId, tokens.refresh))
      yield* age(next.refresh, 30 * 86_400)
      assertError(yield* refresh(clientId, next.refresh), "invalid_grant")
    })
  )

  it.effect("end 180 days after the consent, however often they are refreshed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { clientId, tokens } = yield* connected()
      const begun = Math.floor(Date.now() / 1_000) - 179 * 86_400
      yield* sql`
          UPDATE oauth_records SET payload = (payload::jsonb || jsonb_build_object('iiat', ${begun}::int8))::text
          WHERE id = ${hashOf(tokens.refresh)}`
      const next = tokensOf(yield* refresh(clientId, tokens.refresh))
      const [row] = yield* sql<{ expiresAt: Date }>`
          SELECT expires_at FROM oauth_records WHERE id = ${hashOf(next.refresh)}`
      assert.approximately(row?.expiresAt.getTime() ?? 0, Date.now() + 86_400_000, 60_000)
    })
  )

  it.effect("are worth nothing for another resource or as another kind", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { tokens, code } = yield* connected()
      assert.isFalse(yield* works(tokens.refresh))
      assert.isFalse(yield* works(code))
      assert.isFalse(yield* works(""))
      yield* sql`UPDATE oauth_records SET resource = 'https://old.example/mcp' WHERE id = ${hashOf(tokens.access)}`
      assert.isFalse(yield* works(tokens.access))
    })
  )

  it.effect.each(["access", "refresh"] as const)("end at once when the %s token is revoked (RFC 7009)", (kind) =>
    Effect.gen(function* () {
      const { clientId, tokens, person } = yield* connected()
      const stranger = yield* registered()
      const revoke = (client: string) =>
        postForm("/oauth/revoke", { token: tokens[kind], client_id: client, token_type_hint: `${kind}_token` })
      assert.strictEqual((yield* revoke(stranger)).status, 200)
      assert.isTrue(yield* works(tokens.access))
      assert.strictEqual((yield* revoke(clientId)).status, 200)
      assert.isFalse(yield* works(tokens.access))
      assertError(yield* refresh(clientId, tokens.refresh), "invalid_grant")
      assert.deepStrictEqual(yield* connectionsOf(person.accountId), [])
    })
  )

  it.effect("end at once when their person disconnects the application", () =>
    Effect.gen(function* () {
      const connections = yield* Connections
      const { clientId, tokens, person } = yield* connected()
      const other = yield* connected()
      const [connection] = yield* connectionsOf(person.accountId)
      assert.isDefined(connection)
      const foreign = yield* Effect.flip(connections.disconnect(other.person.accountId, connection.id))
      assert.strictEqual(foreign._tag, "UnknownConnection")
      assert.isTrue(yield* works(tokens.access))
      yield* connections.disconnect(person.accountId, connection.id)
      assert.isFalse(yield* works(tokens.access))
      assertError(yield* refresh(clientId, tokens.refresh), "invalid_grant")
      assert.isTrue(yield* works(other.tokens.access))
    })
  )

  it.effect("end with their user", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { tokens, person } = yield* connected()
      yield* sql`DELETE FROM users WHERE id = ${person.userId}`
      assert.isFalse(yield* works(tokens.access))
    })
  )

  it.effect("show when they were last used", () =>
    Effect.gen(function* () {
      const { tokens, person } = yield* connected()
      assert.isNull((yield* connectionsOf(person.accountId))[0]?.lastUsedAt)
      const before = Date.now()
      yield* works(tokens.access)
      yield* (yield* ConnectionUse).flush
      const [connection] = yield* connectionsOf(person.accountId)
      assert.isAtLeast(connection?.lastUsedAt?.getTime() ?? 0, before)
      assert.deepInclude(connection, { application: "Test client", redirectHost: "127.0.0.1:49567" })
    })
  )

  it.effect("are stored as hashes only", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { tokens } = yield* connected()
      const { code } = yield* allowed()
      const [row] = yield* sql<{ all: string }>`SELECT string_agg(r::text, ' ') AS all FROM oauth_records r`
      for (const secret of [tokens.access, tokens.refresh, code]) {
        assert.notInclude(row?.all, secret)
        assert.notInclude(row?.all, Buffer.from(secret).toString("hex"))
      }
    })
  )

  it.effect("are deleted when they have expired, and connections with their last token", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { tokens, person } = yield* connected()
      const kept = yield* connected()
      yield* sql`UPDATE oauth_connections SET expires_at = now() - interval '1 second' WHERE account_id = ${person.accountId}`
      yield* age(kept.tokens.access, 901)
      yield* deleteExpiredTokens
      const ids = [tokens.access, tokens.refresh, kept.tokens.access, kept.tokens.refresh].map(hashOf)
      const rows = yield* sql<{ id: Uint8Array }>`SELECT id FROM oauth_records WHERE ${sql.in("id", ids)}`
      assert.deepStrictEqual(
        rows.map(({ id }) => Buffer.from(id).toString("hex")),
        [Buffer.from(hashOf(kept.tokens.refresh)).toString("hex")]
      )
      assert.lengthOf(yield* connectionsOf(person.accountId), 0)
      assert.lengthOf(yield* connectionsOf(kept.person.accountId), 1)
    })
  )

  it.effect("are not given by other grants or ways to ask", () =>
    Effect.gen(function* () {
      const clientId = yield* registered()
      for (const grant_type of ["password", "client_credentials", "urn:ietf:params:oauth:grant-type:device_code"]) {
        const { status, json } = yield* postForm("/oauth/token", { grant_type, client_id: clientId })
        assert.strictEqual(status, 400)
        assert.strictEqual(json["error"], "unsupported_grant_type")
      }
      const browser = new Browser()
      for (const response_type of ["token", "id_token", "code token", "none"]) {
        const { location } = yield* browser.go(authorizationRequest(clientId, { response_type }).path)
        assert.match(location, /[?&#]error=(unsupported_response_type|invalid_request)&/)
      }
      for (const response_mode of ["form_post", "fragment"]) {
        const { text, location } = yield* browser.go(authorizationRequest(clientId, { response_mode }).path)
        assert.include(text + location, "invalid_request")
        assert.notInclude(text + location, "code=")
      }
    })
  )

  it.effect("need the secret of an application that has one", () =>
    Effect.gen(function* () {
      const metadata = {
        redirect_uris: ["http://127.0.0.1/callback"],
        token_endpoint_auth_method: "client_secret_post"
      }
      const { json } = yield* register(metadata)
      const [clientId, secret] = [String(json["client_id"]), String(json["client_secret"])]
      const { browser } = yield* signedInBrowser()
      const request = authorizationRequest(clientId)
      const code = (yield* decide(browser, request, "allow")).searchParams.get("code") ?? ""
      const refused = yield* exchange(request, code)
      assert.strictEqual(refused.status, 401)
      assert.strictEqual(refused.json["error"], "invalid_client")
      yield* Effect.map(exchange(request, code, { client_secret: secret }), tokensOf)
    })
  )
})
