/** The endpoints of the authorization server as HTTP: errors in the form of OAuth, the conventions of all responses. */
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Latch, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabaseWith, onPostgres } from "../../../../../test/support/Databases.ts"
import { connected, deviceClient, OAuthApi, postForm, register } from "../../support/OAuthFlow.ts"
import { type Answer, call } from "../../support/ServedApi.ts"

const origin = "https://inspector.example"

const assertOAuthError = ({ status, json, headers, text }: Answer, expected: number, error: string): void => {
  assert.strictEqual(status, expected, text)
  assert.strictEqual(json["error"], error)
  assert.include(headers.get("content-type"), "application/json")
  assert.match(headers.get("x-request-id") ?? "", /^req_/)
  assert.strictEqual(headers.get("access-control-allow-origin"), "*")
  assert.strictEqual(headers.get("cache-control"), "no-store")
}

onAnyDatabaseWith("Endpoints of the authorization server", { services: OAuthApi, realClock: true }, (it) => {
  it.effect("answer errors as OAuth says, to pages of other sites too", () =>
    Effect.gen(function* () {
      assertOAuthError(yield* postForm("/oauth/token", {}, { origin }), 400, "invalid_request")
      assertOAuthError(
        yield* postForm("/oauth/token", { grant_type: "authorization_code", client_id: "unknown" }, { origin }),
        401,
        "invalid_client"
      )
      assertOAuthError(yield* postForm("/oauth/revoke", { token: "x" }, { origin }), 400, "invalid_request")
      assertOAuthError(
        yield* call("/oauth/token", { method: "POST", json: { grant_type: "authorization_code" } }),
        400,
        "invalid_request"
      )
      assertOAuthError(
        yield* call("/oauth/register", {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: "redirect_uris=https://example.com"
        }),
        400,
        "invalid_request"
      )
    })
  )

  it.effect("refuse values that are given twice, and tokens in the address", () =>
    Effect.gen(function* () {
      const { clientId, tokens } = yield* connected()
      const twice = yield* call("/oauth/token", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: `grant_type=refresh_token&client_id=${clientId}&client_id=${clientId}&refresh_token=${tokens.refresh}`
      })
      assertOAuthError(twice, 400, "invalid_request")
      const query = `grant_type=refresh_token&client_id=${clientId}&refresh_token=${tokens.refresh}`
      assertOAuthError(yield* call(`/oauth/token?${query}`, { method: "POST" }), 400, "invalid_request")
    })
  )

  it.effect("permit the calls of pages of other sites", () =>
    Effect.gen(function* () {
      for (const [path, method] of [
        ["/.well-known/oauth-authorization-server", "GET"],
        ["/oauth/token", "POST"],
        ["/oauth/register", "POST"],
        ["/oauth/revoke", "POST"]
      ] as const) {
        const { status, headers } = yield* call(path, {
          method: "OPTIONS",
          headers: {
            origin,
            "access-control-request-method": method,
            "access-control-request-headers": "authorization,content-type,mcp-protocol-version"
          }
        })
        assert.strictEqual(status, 204, path)
        assert.strictEqual(headers.get("access-control-allow-origin"), "*")
        assert.include(headers.get("access-control-allow-methods"), method)
        const permitted = headers.get("access-control-allow-headers")?.toLowerCase() ?? ""
        for (const name of ["authorization", "content-type", "mcp-protocol-version"]) assert.include(permitted, name)
      }
    })
  )

  it.effect("have one method each, and bodies of at most 64 KiB", () =>
    Effect.gen(function* () {
      const wrong = yield* call("/oauth/token")
      assert.strictEqual(wrong.status, 405)
      assert.strictEqual(wrong.headers.get("allow"), "POST")
      assert.strictEqual((yield* call("/oauth/authorize", { method: "POST" })).status, 405)
      assert.strictEqual((yield* call("/oauth/session/end", { method: "GET" })).status, 404)
      assert.strictEqual((yield* call("/session/end/confirm", { method: "POST" })).status, 404)
      const long = yield* register({ ...deviceClient, client_uri: `https://example.com/${"x".repeat(70_000)}` })
      assert.strictEqual(long.status, 413)
    })
  )

  it.effect("never believe a header about their own address", () =>
    Effect.gen(function* () {
      const { json } = yield* call("/.well-known/oauth-authorization-server", {
        headers: {
          "x-forwarded-host": "evil.example",
          "x-forwarded-proto": "http",
          forwarded: "host=evil.example;proto=http"
        }
      })
      for (const [name, value] of Object.entries(json)) {
        if (name.endsWith("_endpoint")) assert.match(String(value), /^https:\/\/heddle\.test\/oauth\//)
      }
    })
  )

  it.effect("show the keys of ID tokens without their private parts", () =>
    Effect.gen(function* () {
      const { text, json } = yield* call("/oauth/jwks")
      assert.isArray(json["keys"])
      assert.notMatch(text, /"(d|p|q|dp|dq|qi)":/)
    })
  )
})

onPostgres("Turns at the authorization server", ({ layer: database }) => {
  layer(OAuthApi.pipe(Layer.provideMerge(database)), { excludeTestServices: true })((it) => {
    it.effect("are shared among clients: one that asks for much at once keeps nobody waiting", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const locked = yield* Latch.make()
        const free = yield* Latch.make()
        const full = yield* Latch.make()
        // Whatever asks for an application hangs.
        const lock = Effect.andThen(sql`LOCK TABLE oauth_clients`, Effect.andThen(locked.open, free.await))
        const holder = yield* Effect.forkScoped(sql.withTransaction(lock))
        yield* locked.await
        const ask = (address: string, path: string, method = "POST") =>
          call(path, {
            method,
            headers: { "x-forwarded-for": address, "content-type": "application/x-www-form-urlencoded" },
            ...(method === "POST" ? { body: "grant_type=refresh_token&client_id=unknown&refresh_token=x" } : {})
          })
        const flooding = yield* Effect.forkScoped(
          Effect.all(
            Array.from({ length: 100 }, (_, index) =>
              ask("198.51.100.7", index % 2 === 0 ? "/oauth/token" : "/oauth/revoke").pipe(
                Effect.tap(({ status }) => (status === 429 ? full.open : Effect.void))
              )
            ),
            { concurrency: "unbounded" }
          )
        )
        // From its first refusal on, it has no turn left at any endpoint.
        yield* full.await
        const refused = yield* ask("198.51.100.7", "/oauth/jwks", "GET")
        assert.strictEqual(refused.status, 429)
        assert.strictEqual(refused.json["error"], "too_many_requests")
        assert.strictEqual(refused.headers.get("retry-after"), "5")
        const page = yield* ask("198.51.100.7", "/oauth/authorize?client_id=x", "GET")
        assert.strictEqual(page.status, 429)
        assert.include(page.headers.get("content-type"), "text/html")
        assert.strictEqual((yield* ask("203.0.113.1", "/oauth/jwks", "GET")).status, 200)
        yield* free.open
        yield* Fiber.join(holder)
        const statuses = (yield* Fiber.join(flooding)).map(({ status }) => status)
        assert.deepStrictEqual([...new Set(statuses)].toSorted(), [401, 429])
        assert.isAtLeast(statuses.filter((status) => status !== 429).length, 8)
      }).pipe(Effect.scoped)
    )
  })
})
