/** Who may reach the endpoint: credentials, pages of other origins, other names; and where the sign-in is found. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { request } from "node:http"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { call, customer, ServedApi } from "../../support/ServedApi.ts"
import { testServicesWith } from "../../support/TestServices.ts"
import { type Age, messageOf } from "./Messages.ts"

/** The address of the tests without its port, which nobody knows beforehand. */
const base = "http://127.0.0.1"

interface Options {
  readonly params?: Readonly<Record<string, unknown>>
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly path?: string
}

const post = (age: Age, method: string, { params, headers, path = "/mcp", ...options }: Options = {}) => {
  const message = messageOf(age, method, params)
  return call(path, { ...options, ...message, method: "POST", headers: { ...message.headers, ...headers } })
}

const challenge = (error: string) =>
  `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp", scope="mcp"${error}`

/** The same request under another name. */
const statusUnder = Effect.fnUntraced(function* (host: string) {
  const { baseUrl } = yield* ServedApi
  return yield* Effect.callback<number | undefined>((resume) => {
    const sent = request(`${baseUrl}/mcp`, { method: "POST", headers: { host } }, (response) => {
      response.resume()
      resume(Effect.succeed(response.statusCode))
    })
    sent.on("error", () => resume(Effect.succeed(undefined)))
    sent.end("{}")
  })
})

const servedWith = (settings: Readonly<Record<string, string>>) =>
  ServedApi.layerNoDeps.pipe(Layer.provideMerge(testServicesWith(settings)))

const options = { excludeTestServices: true, timeout: "60 seconds" } as const

onAnyDatabase("Access to MCP", (_name, database) => {
  layer(
    servedWith({}).pipe(Layer.provideMerge(database)),
    options
  )((it) => {
    it.effect("without a base URL it answers to the names of this machine, and to no other", () =>
      Effect.gen(function* () {
        for (const host of ["127.0.0.1", "localhost:4000", "[::1]:80"])
          assert.strictEqual(yield* statusUnder(host), 401)
        for (const host of [
          "evil.example",
          "127.0.0.1.evil.example",
          "localhost.evil.example:4000",
          "0.0.0.0",
          "evil.example@127.0.0.1"
        ]) {
          assert.strictEqual(yield* statusUnder(host), 403, host)
        }
      })
    )
  })

  layer(
    servedWith({ HEDDLE_BASE_URL: "https://api.example.com" }).pipe(Layer.provideMerge(database)),
    options
  )((it) => {
    it.effect("with one it answers to that name alone", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* statusUnder("api.example.com"), 401)
        assert.strictEqual(yield* statusUnder("API.example.com:443"), 401)
        assert.strictEqual(yield* statusUnder("127.0.0.1"), 403)
      })
    )
  })

  layer(
    servedWith({ HEDDLE_BASE_URL: base, HEDDLE_MCP_ORIGINS: "https://app.example.com" }).pipe(
      Layer.provideMerge(database)
    ),
    options
  )((it) => {
    for (const age of ["older", "newer"] as const) {
      it.effect(`no request of the ${age} revision is answered without a credential in force`, () =>
        Effect.gen(function* () {
          const { id, key } = yield* customer({ plan: "lite" })
          const revoked = yield* customer({ plan: "lite" })
          const keys = yield* ApiKeys
          const { keyId } = Option.getOrThrow(yield* keys.identify(revoked.key))
          yield* keys.revoke(revoked.id, keyId)
          const malformed = `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`
          const requests = [
            ["tools/list", {}],
            ["ping", {}],
            ["tools/call", { name: "get_balance", arguments: {} }],
            ["tools/call", { name: "search_posts", arguments: { nonsense: 1 } }],
            ["tools/call", { name: "no_such_tool", arguments: {} }]
          ] as const
          for (const [method, params] of requests) {
            const missing = yield* post(age, method, { params })
            assert.strictEqual(missing.status, 401, missing.text)
            assert.strictEqual(missing.headers.get("www-authenticate"), challenge(""))
            assert.strictEqual(missing.json["code"], "missing_api_key")
            const refusals = yield* Effect.all(
              [malformed, `hdl_${"a".repeat(38)}`, revoked.key, "not-a-token", "x".repeat(2_000)].map((wrong) =>
                post(age, method, { params, key: wrong })
              )
            )
            for (const { status, headers, json } of refusals) {
              assert.strictEqual(status, 401)
              assert.strictEqual(headers.get("www-authenticate"), challenge(', error="invalid_token"'))
              assert.strictEqual(json["detail"], refusals[0]?.json["detail"])
            }
          }
          assert.isNotEmpty(id)
        })
      )

      it.effect(`a key that is revoked ends with the next call (${age})`, () =>
        Effect.gen(function* () {
          const { id, key } = yield* customer({ plan: "lite" })
          const keys = yield* ApiKeys
          for (const params of [{ name: "get_balance" }, { name: "get_like_ladder" }, { name: "search_posts" }]) {
            const before = yield* post(age, "tools/call", { params, key })
            assert.strictEqual(before.status, 200, before.text)
          }
          const { keyId } = Option.getOrThrow(yield* keys.identify(key))
          yield* keys.revoke(id, keyId)
          // What the process remembers of the key must not outlive it.
          for (const params of [{ name: "get_like_ladder" }, { name: "get_balance" }]) {
            const after = yield* post(age, "tools/call", { params, key })
            assert.strictEqual(after.status, 401, after.text)
            assert.strictEqual(after.headers.get("www-authenticate"), challenge(', error="invalid_token"'))
          }
        })
      )

      it.effect(`an unknown tool is an error of the protocol that names the tools (${age})`, () =>
        Effect.gen(function* () {
          const { key } = yield* customer({ plan: "lite" })
          const { text } = yield* post(age, "tools/call", { params: { name: "get_weather", arguments: {} }, key })
          assert.include(text, `"code":-32602`)
          assert.include(text, "There is no tool get_weather. The tools are get_balance, search_posts")
        })
      )
    }

    it.effect("a token in the address is refused, whoever it belongs to", () =>
      Effect.gen(function* () {
        const { key } = yield* customer({ plan: "lite" })
        for (const name of ["access_token", "token", "api_key", "API-Key"]) {
          for (const header of [{}, { key }]) {
            const refused = yield* post("newer", "tools/list", { path: `/mcp?${name}=${key}`, ...header })
            assert.strictEqual(refused.status, 401)
            assert.notInclude(refused.text, key)
          }
        }
      })
    )

    it.effect("only POST is taken, and a body of 64 KiB at most", () =>
      Effect.gen(function* () {
        const { key } = yield* customer({ plan: "lite" })
        for (const method of ["GET", "DELETE", "PUT"]) {
          const { status, headers } = yield* call("/mcp", { method, key })
          assert.strictEqual(status, 405)
          assert.strictEqual(headers.get("allow"), "POST")
        }
        assert.strictEqual((yield* call("/mcp", { method: "POST", key, json: "x".repeat(70_000) })).status, 413)
        const noJson = yield* call("/mcp", {
          method: "POST",
          key,
          headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
          body: "{"
        })
        assert.strictEqual(noJson.status, 400)
        assert.include(noJson.text, "-32700")
      })
    )

    it.effect("pages of other origins are refused, those of this machine and of the service are not", () =>
      Effect.gen(function* () {
        const { key } = yield* customer({ plan: "lite" })
        const from = (origin: string) => post("newer", "tools/list", { key, headers: { origin } })
        for (const origin of [base, "http://localhost:6274", "http://[::1]:3000", "https://app.example.com"]) {
          assert.strictEqual((yield* from(origin)).status, 200, origin)
        }
        for (const origin of [
          "https://evil.example",
          "http://localhost.evil.example",
          "null",
          "http://evil.example@127.0.0.1",
          "https://127.0.0.1.evil.example"
        ]) {
          assert.strictEqual((yield* from(origin)).status, 403, origin)
        }
      })
    )

    it.effect("browsers may ask, send what the protocol needs, and read what the sign-in needs", () =>
      Effect.gen(function* () {
        for (const path of ["/mcp", "/.well-known/oauth-protected-resource/mcp", "/oauth/token"]) {
          const preflight = yield* call(path, {
            method: "OPTIONS",
            headers: { origin: "http://localhost:6274", "access-control-request-method": "POST" }
          })
          assert.strictEqual(preflight.status, 204)
          const allowed = (preflight.headers.get("access-control-allow-headers") ?? "").toLowerCase().split(",")
          assert.includeMembers(allowed, [
            "authorization",
            "content-type",
            "mcp-protocol-version",
            "mcp-method",
            "mcp-name",
            "mcp-session-id",
            "last-event-id"
          ])
        }
        const { headers } = yield* post("newer", "tools/list", { headers: { origin: "http://localhost:6274" } })
        assert.strictEqual(headers.get("access-control-allow-origin"), "*")
        assert.match(headers.get("access-control-expose-headers") ?? "", /WWW-Authenticate.*X-Request-Id/)
      })
    )

    it.effect("the metadata names the resource and its sign-in", () =>
      Effect.gen(function* () {
        for (const path of [
          "/.well-known/oauth-protected-resource",
          "/.well-known/oauth-protected-resource/mcp",
          "/.well-known/oauth-protected-resource/mcp/"
        ]) {
          const { status, headers, json } = yield* call(path)
          assert.strictEqual(status, 200)
          assert.match(headers.get("content-type") ?? "", /^application\/json/)
          assert.strictEqual(headers.get("access-control-allow-origin"), "*")
          assert.deepStrictEqual(json, {
            resource: path.endsWith("/") ? `${base}/mcp/` : `${base}/mcp`,
            authorization_servers: [base],
            scopes_supported: ["mcp"],
            bearer_methods_supported: ["header"],
            resource_name: "Heddle",
            resource_documentation: `${base}/docs`
          })
        }
      })
    )

    it.effect("the list of tools may be kept, by its reader alone, and is the same every time", () =>
      Effect.gen(function* () {
        const { key } = yield* customer({ plan: "lite" })
        const first = yield* post("newer", "tools/list", { key })
        const second = yield* post("newer", "tools/list", { key })
        assert.strictEqual(first.text, second.text)
        assert.include(first.text, `"ttlMs":300000`)
        assert.include(first.text, `"cacheScope":"private"`)
        assert.isBelow(Buffer.byteLength(first.text), 24 * 1_024)
      })
    )
  })
})
