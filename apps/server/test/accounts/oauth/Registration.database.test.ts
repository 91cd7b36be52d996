/** Which applications may register themselves (RFC 7591), in the forms that real ones use. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { deleteExpiredTokens } from "../../../src/accounts/oauth/OAuthRetention.ts"
import {
  authorizationRequest,
  Browser,
  consentPage,
  decide,
  formToken,
  OAuthApi,
  register,
  registered,
  signedInBrowser
} from "../../support/OAuthFlow.ts"
import { call } from "../../support/ServedApi.ts"

const cursor = "cursor://anysphere.cursor-mcp/oauth/callback"

/** Each with the address that it uses afterwards. */
const accepted: Readonly<Record<string, { readonly metadata: object; readonly uses: string }>> = {
  "claude.ai": {
    metadata: { client_name: "Claude", redirect_uris: ["https://claude.ai/api/mcp/auth_callback"] },
    uses: "https://claude.ai/api/mcp/auth_callback"
  },
  ChatGPT: {
    metadata: { client_name: "ChatGPT", redirect_uris: ["https://chatgpt.com/connector_platform_oauth_redirect"] },
    uses: "https://chatgpt.com/connector_platform_oauth_redirect"
  },
  "loopback by name without application_type": {
    metadata: { client_name: "mcp", redirect_uris: ["http://localhost:3334/oauth/callback"] },
    uses: "http://localhost:3334/oauth/callback"
  },
  "loopback by address, another port each time": {
    metadata: { client_name: "mcp", redirect_uris: ["http://127.0.0.1:33418"] },
    uses: "http://127.0.0.1:50111"
  },
  "loopback without a port, used with one": {
    metadata: { redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback"] },
    uses: "http://localhost:49567/callback"
  },
  "loopback of IPv6": { metadata: { redirect_uris: ["http://[::1]/callback"] }, uses: "http://[::1]:49567/callback" },
  "VS Code": {
    metadata: {
      client_name: "Visual Studio Code",
      redirect_uris: [
        "https://insiders.vscode.dev/redirect",
        "https://vscode.dev/redirect",
        "http://127.0.0.1/",
        "http://127.0.0.1:33418/"
      ]
    },
    uses: "http://127.0.0.1:33418/"
  },
  Cursor: { metadata: { client_name: "Cursor", redirect_uris: [cursor] }, uses: cursor },
  "Cursor with all its addresses": {
    metadata: {
      client_name: "Cursor",
      redirect_uris: [cursor, "https://www.cursor.com/agents/mcp/oauth/callback", "http://localhost:8787/callback"]
    },
    uses: cursor
  },
  "Cursor as a native application": {
    metadata: { application_type: "native", redirect_uris: [cursor] },
    uses: cursor
  },
  "a scheme in the form of RFC 8252": {
    metadata: { redirect_uris: ["com.example.app:/callback"] },
    uses: "com.example.app:/callback"
  },
  "unknown scopes": {
    metadata: { scope: "openid profile email foo", redirect_uris: ["http://localhost:3334/callback"] },
    uses: "http://localhost:3334/callback"
  },
  "unknown grant types and metadata": {
    metadata: {
      grant_types: ["authorization_code", "refresh_token", "client_credentials"],
      redirect_uris: ["https://example.com/callback"],
      logo_uri: "https://example.com/logo.png",
      contacts: ["nobody"],
      something: { else: 1 }
    },
    uses: "https://example.com/callback"
  }
}

const site = "https://example.com/callback"

const refused: Readonly<Record<string, object>> = {
  "javascript:": { redirect_uris: ["javascript:alert(1)"] },
  "data:": { redirect_uris: ["data:text/html,x"] },
  "file:": { redirect_uris: ["file:///etc/passwd"] },
  "blob:": { redirect_uris: ["blob:https://example.com/x"] },
  "a scheme of the operating system": { redirect_uris: ["ms-msdt:/id"] },
  "an unknown scheme": { redirect_uris: ["unknown://callback"] },
  "http of another host": { redirect_uris: ["http://evil.example/callback"] },
  "http of a name that only looks local": { redirect_uris: ["http://localhost.evil.example/callback"] },
  "https of this device": { redirect_uris: ["https://localhost/callback"] },
  "a fragment": { redirect_uris: [`${site}#x`] },
  "an empty fragment": { redirect_uris: [`${site}#`] },
  "a password": { redirect_uris: ["https://user:secret@example.com/callback"] },
  "no URL": { redirect_uris: ["callback"] },
  "one bad among good ones": { redirect_uris: [site, "javascript:alert(1)"] },
  "11 addresses": { redirect_uris: Array.from({ length: 11 }, (_, index) => `${site}/${index}`) },
  "a long address": { redirect_uris: [`${site}/${"x".repeat(2_048)}`] },
  "a long name": { client_name: "x".repeat(101), redirect_uris: [site] },
  "much metadata": { redirect_uris: [site], software_id: "x".repeat(9_000) },
  "no address": { redirect_uris: [] },
  "an address that is no text": { redirect_uris: [1] },
  nothing: {}
}

onAnyDatabaseWith("Registration", { services: OAuthApi, realClock: true }, (it) => {
  it.effect.each(Object.entries(accepted))("takes %s, to its address", ([, { metadata, uses }]) =>
    Effect.gen(function* () {
      const clientId = yield* registered(metadata)
      const { browser } = yield* signedInBrowser()
      const request = authorizationRequest(clientId, { redirect_uri: uses })
      const destination = yield* decide(browser, request, "allow")
      const [expected] = uses.split("?")
      assert.isTrue(destination.href.startsWith(expected ?? ""), destination.href)
      assert.isNotNull(destination.searchParams.get("code"))
    })
  )

  it.effect.each(Object.entries(refused))("refuses %s", ([, metadata]) =>
    Effect.gen(function* () {
      const { status, json } = yield* register(metadata)
      assert.strictEqual(status, 400)
      assert.include(["invalid_redirect_uri", "invalid_client_metadata"], json["error"])
      assert.isString(json["error_description"])
    })
  )

  it.effect("answers with what counts", () =>
    Effect.gen(function* () {
      const { status, json, headers } = yield* register({
        redirect_uris: ["http://127.0.0.1/callback"],
        scope: "x",
        token_endpoint_auth_method: undefined
      })
      assert.strictEqual(status, 201)
      assert.deepInclude(json, {
        application_type: "native",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none"
      })
      assert.notProperty(json, "scope")
      assert.notProperty(json, "client_secret")
      assert.notProperty(json, "client_secret_expires_at")
      assert.strictEqual(headers.get("access-control-allow-origin"), "*")
      assert.strictEqual(headers.get("cache-control"), "no-store")
    })
  )

  it.effect("gives a secret to an application that wants one, and keeps it sealed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { status, json } = yield* register({
        redirect_uris: [site],
        token_endpoint_auth_method: "client_secret_post"
      })
      assert.strictEqual(status, 201)
      const secret = String(json["client_secret"])
      assert.isAbove(secret.length, 40)
      const [row] = yield* sql<{ sealed: Uint8Array }>`
          SELECT sealed FROM oauth_clients WHERE id = ${String(json["client_id"])}`
      assert.isFalse(Buffer.from(row?.sealed ?? []).includes(secret))
    })
  )

  it.effect("explains what is no registration", () =>
    Effect.gen(function* () {
      for (const body of ["", "[]", "{", '"x"']) {
        const { status, json } = yield* call("/oauth/register", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body
        })
        assert.strictEqual(status, 400)
        assert.isString(json["error"], body)
      }
    })
  )

  it.effect("takes 50 registrations from one address at once", () =>
    Effect.gen(function* () {
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, () => register()),
        { concurrency: 10 }
      )
      assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [201])
    })
  )

  it.effect("forgets applications that nobody uses, and those alone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [unused, used, fresh] = [yield* registered(), yield* registered(), yield* registered()]
      const { browser } = yield* signedInBrowser()
      yield* decide(browser, authorizationRequest(used), "allow")
      yield* sql`
          UPDATE oauth_clients SET created_at = created_at - interval '31 days' WHERE id IN (${unused}, ${used})`
      yield* deleteExpiredTokens
      const status = (clientId: string) =>
        Effect.map(new Browser().go(authorizationRequest(clientId).path), ({ status }) => status)
      assert.deepStrictEqual([yield* status(unused), yield* status(used), yield* status(fresh)], [400, 303, 303])
    })
  )

  it.effect("keeps no more unused applications than its limit", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const first = yield* registered()
      yield* sql`UPDATE oauth_clients SET created_at = created_at - interval '1 hour' WHERE id = ${first}`
      yield* sql`
          INSERT INTO oauth_clients (id, sealed, created_at)
          SELECT 'filler ' || n, '\\x00'::bytea, now() FROM generate_series(1, 10000) n`
      const last = yield* registered()
      const [count] = yield* sql<{ n: number }>`SELECT count(*)::int AS n FROM oauth_clients WHERE used_at IS NULL`
      assert.strictEqual(count?.n, 10_000)
      const kept = yield* sql<{ id: string }>`SELECT id FROM oauth_clients WHERE id IN (${first}, ${last})`
      assert.deepStrictEqual(
        kept.map(({ id }) => id),
        [last]
      )
      yield* sql`DELETE FROM oauth_clients WHERE id LIKE 'filler %'`
    })
  )

  it.effect("keeps no more waiting requests than its limit", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { browser } = yield* signedInBrowser()
      // With the statistics of a quiet time, the statement must not look at each row for each.
      yield* sql`DELETE FROM oauth_records WHERE model = 'Interaction'`
      yield* sql`
          INSERT INTO oauth_records (model, id, payload, issued_at, expires_at)
          SELECT 'Session', sha256(n::text::bytea), '{}', now(), now() FROM generate_series(1, 1000) n`
      yield* sql`ANALYZE oauth_records`
      yield* sql`
          INSERT INTO oauth_records (model, id, payload, issued_at, expires_at)
          SELECT 'Interaction', sha256(n::text::bytea), '{}', now() - interval '1 hour', now() + interval '1 hour'
          FROM generate_series(1, 50010) n`
      const request = authorizationRequest(yield* registered())
      const { path, page } = yield* consentPage(browser, request)
      yield* deleteExpiredTokens
      const [count] = yield* sql<{ n: number }>`
          SELECT count(*)::int AS n FROM oauth_records WHERE model = 'Interaction'`
      assert.strictEqual(count?.n, 50_000)
      // The newest stay.
      const answer = yield* browser.submit(path, { token: formToken(page), decision: "deny" })
      assert.strictEqual(answer.status, 200)
      yield* sql`DELETE FROM oauth_records WHERE payload = '{}'`
    })
  )
})
