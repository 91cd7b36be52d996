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
  deviceClient,
  formToken,
  OAuthApi,
  register,
  registered,
  signedInBrowser
} from "../../support/OAuthFlow.ts"
import { call } from "../../support/ServedApi.ts"

const cursor = "cursor://anysphere.cursor-mcp/oauth/callback"

/** Each with the address that it uses afterwards. What real clients register stands in `RealClients.ts`. */
const accepted: Readonly<Record<string, { readonly metadata: object; readonly uses: string }>> = {
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

const registerFrom = (address: string) =>
  call("/oauth/register", { method: "POST", headers: { "x-forwarded-for": address }, json: deviceClient })

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

  const statusOf = (clientId: string) =>
    Effect.map(new Browser().go(authorizationRequest(clientId).path), ({ status }) => status)

  /** A registration from this address, and how its source is stored. */
  const registeredFrom = Effect.fnUntraced(function* (address: string) {
    const sql = yield* SqlClient.SqlClient
    const { status, json } = yield* registerFrom(address)
    assert.strictEqual(status, 201)
    const id = String(json["client_id"])
    const [row] = yield* sql<{ source: string }>`SELECT source FROM oauth_clients WHERE id = ${id}`
    return { id, source: row?.source ?? "" }
  })

  /** What a flood leaves, this long ago. */
  const fill = Effect.fnUntraced(function* (sources: ReadonlyArray<string>, each: number, minutesAgo: number) {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      INSERT INTO oauth_clients (id, sealed, source, created_at)
      SELECT 'filler ' || source || ' ' || n, '\\x00'::bytea, source, now() - ${minutesAgo} * interval '1 minute'
      FROM jsonb_array_elements_text(${JSON.stringify(sources)}::jsonb) AS sources (source), generate_series(1, ${each}::int) n`
  })

  const fillers = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ n: number }>`SELECT count(*)::int AS n FROM oauth_clients WHERE id LIKE 'filler %'`
    return row?.n
  })

  const clear = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`DELETE FROM oauth_clients WHERE id LIKE 'filler %'`
  })

  it.effect("from one address, refuses what exceeds its share within the hour, and touches nothing of anybody", () =>
    Effect.gen(function* () {
      const [earlier, { source }] = [yield* registeredFrom("203.0.113.1"), yield* registeredFrom("198.51.100.7")]
      yield* fill([source], 999, 20)
      const { status, headers, json } = yield* registerFrom("198.51.100.7")
      assert.strictEqual(status, 429)
      assert.strictEqual(json["error"], "too_many_requests")
      const seconds = Number(headers.get("retry-after"))
      assert.isTrue(seconds > 39 * 60 && seconds <= 40 * 60, String(seconds))
      assert.strictEqual(yield* fillers, 999)
      yield* registeredFrom("203.0.113.2")
      assert.strictEqual(yield* statusOf(earlier.id), 303)
      yield* clear
    })
  )

  it.effect("from one address, later makes room by its own oldest that nobody uses", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id, source } = yield* registeredFrom("198.51.100.8")
      const used = yield* registeredFrom("198.51.100.8")
      yield* sql`UPDATE oauth_clients SET used_at = now(), created_at = now() - interval '1 day' WHERE id = ${used.id}`
      yield* fill([source], 1_000, 59)
      yield* sql`
        UPDATE oauth_clients SET created_at = created_at - interval '2 minutes'
        WHERE id IN (SELECT id FROM oauth_clients WHERE id LIKE 'filler %' LIMIT 500)`
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, () => registerFrom("198.51.100.8")),
        { concurrency: 8 }
      )
      assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [201])
      assert.isAtMost((yield* fillers) ?? 0, 900)
      assert.deepStrictEqual([yield* statusOf(id), yield* statusOf(used.id)], [303, 303])
      yield* clear
    })
  )

  it.effect.each([
    ["one address", 1],
    ["200 addresses", 200]
  ] as const)("in all, forgets those of the sources with the most, after a flood from %s", ([, count]) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* registeredFrom("203.0.113.3")
      yield* sql`UPDATE oauth_clients SET created_at = created_at - interval '2 hours' WHERE id = ${id}`
      const sources = Array.from({ length: count }, (_, index) => `flood ${index}`)
      yield* fill(sources, 12_000 / count, 0)
      // Several processes and registrations at once get into nobody's way.
      const [, answers] = yield* Effect.all(
        [
          Effect.all([deleteExpiredTokens, deleteExpiredTokens, deleteExpiredTokens], { concurrency: 3 }),
          Effect.all(
            Array.from({ length: 20 }, () => register()),
            { concurrency: 4 }
          )
        ],
        { concurrency: 2 }
      )
      assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [201])
      yield* deleteExpiredTokens
      const [left] = yield* sql<{ n: number; most: number; fewest: number }>`
        SELECT sum(n)::int AS n, max(n)::int AS most, min(n)::int AS fewest FROM (
          SELECT count(*) AS n FROM oauth_clients WHERE used_at IS NULL AND source LIKE 'flood %' GROUP BY source
        ) sources`
      assert.isTrue((left?.n ?? 0) <= 9_000, JSON.stringify(left))
      assert.isAtMost((left?.most ?? 0) - (left?.fewest ?? 0), 1)
      assert.strictEqual(yield* statusOf(id), 303)
      yield* clear
    })
  )

  it.effect("keeps nothing that names an address, and takes a site of IPv6 for one source", () =>
    Effect.gen(function* () {
      const { source } = yield* registeredFrom("2001:db8:7:1::1")
      assert.match(source, /^[\w-]{22}$/)
      assert.strictEqual((yield* registeredFrom("2001:db8:7:ffff::9")).source, source)
      assert.notStrictEqual((yield* registeredFrom("2001:db8:8:1::1")).source, source)
    })
  )

  it.effect("keeps no more waiting requests than its limit", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { browser } = yield* signedInBrowser()
      yield* sql`DELETE FROM oauth_records WHERE model = 'Interaction'`
      const { path, page } = yield* consentPage(browser, authorizationRequest(yield* registered()))
      // With the statistics of a quiet time, the statement must not look at each row for each.
      yield* sql`
          INSERT INTO oauth_records (model, id, payload, issued_at, expires_at)
          SELECT 'Session', sha256(n::text::bytea), '{}', now(), now() FROM generate_series(1, 1000) n`
      yield* sql`ANALYZE oauth_records`
      yield* sql`
          INSERT INTO oauth_records (model, id, source, payload, issued_at, expires_at)
          SELECT 'Interaction', sha256(n::text::bytea), 'flood', '{}', now(), now() + interval '1 hour'
          FROM generate_series(1, 50010) n`
      yield* deleteExpiredTokens
      const [count] = yield* sql<{ n: number }>`
          SELECT count(*)::int AS n FROM oauth_records WHERE model = 'Interaction'`
      assert.strictEqual(count?.n, 45_000)
      // One source has lost all of them.
      const answer = yield* browser.submit(path, { token: formToken(page), decision: "deny" })
      assert.strictEqual(answer.status, 200)
      yield* sql`DELETE FROM oauth_records WHERE payload = '{}'`
    })
  )
})
