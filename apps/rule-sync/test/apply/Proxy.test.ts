import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, type Scope } from "effect"
import { httpsServer } from "../../../server/test/support/HttpsServer.ts"
import { freePort } from "../../../../test/support/FreePort.ts"
import { connection } from "../../src/apply/Connection.ts"
import { proxyFor } from "../../src/apply/Proxy.ts"
import { RetryPolicy } from "../../src/apply/RetryPolicy.ts"
import { Webhooks } from "../../src/apply/Webhooks.ts"
import { goodKey, ModelApi } from "../support/ModelApi.ts"
import { proxyServer } from "../support/ProxyServer.ts"

type Environment = Readonly<Record<string, string>>

const inEnvironment = (env: Environment) =>
  Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))

const impatient = { maxAttempts: 1, firstDelayMs: 0, maxRetryAfterMs: 0, requestTimeoutMs: 5_000 }

const webhooks = <A, E>(use: (calls: Webhooks["Service"]) => Effect.Effect<A, E>, env: Environment) =>
  Webhooks.use(use).pipe(
    Effect.provide(connection),
    Effect.provideService(RetryPolicy, impatient),
    inEnvironment({ HEDDLE_API_KEY: goodKey, ...env })
  )

const withApi = <A, E>(program: Effect.Effect<A, E, ModelApi | Scope.Scope>) =>
  program.pipe(Effect.provide(ModelApi.layer, { local: true }), Effect.scoped)

/** No resolver knows it, so only the proxy can reach it. */
const HEDDLE_API_URL = "http://heddle.invalid:4000"

describe("a proxy", () => {
  it.live("forwards requests to the API, with the credentials of its address", () =>
    withApi(
      Effect.gen(function* () {
        const { baseUrl, state } = yield* ModelApi
        const { asked, address } = yield* proxyServer({ targetPort: Number(new URL(baseUrl).port) })
        const env = { HEDDLE_API_URL, HTTP_PROXY: address.replace("//", "//me:hidden@") }
        yield* webhooks(
          ({ createEndpoint }) =>
            createEndpoint({ url: "https://example.com/hooks", shown: "https://example.com/hooks" }),
          env
        )
        assert.deepEqual(
          (yield* webhooks(({ list }) => list, { HEDDLE_API_URL, http_proxy: address.slice("http://".length) })).map(
            ({ url }) => url
          ),
          ["https://example.com/hooks"]
        )
        assert.strictEqual(state.endpoints.length, 1)
        const credentials = `Basic ${Buffer.from("me:hidden").toString("base64")}`
        assert.deepEqual(asked, [
          `POST ${HEDDLE_API_URL}/webhook/endpoints ${credentials}`,
          `GET ${HEDDLE_API_URL}/webhook/endpoints -`
        ])
        yield* webhooks(({ list }) => list, { HEDDLE_API_URL: baseUrl, HTTP_PROXY: address, NO_PROXY: "127.0.0.1" })
        assert.strictEqual(asked.length, 2)
      })
    )
  )

  it.live("tunnels to an API with HTTPS, whose certificate is checked", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { port } = yield* httpsServer((_, response) => {
          response.writeHead(200, { "content-type": "application/json" })
          response.end(JSON.stringify({ data: [], notices: [], credits_consumed: 0 }))
        })
        const { asked, address } = yield* proxyServer({ targetPort: port })
        const list = (url: string) => webhooks(({ list }) => list, { HEDDLE_API_URL: url, https_proxy: address })
        assert.deepEqual(yield* list("https://localhost:4000"), [])
        assert.include((yield* Effect.flip(list("https://heddle.invalid"))).message, "ERR_TLS_CERT_ALTNAME_INVALID")
        assert.deepEqual(asked, ["CONNECT localhost:4000 -", "CONNECT heddle.invalid:443 -"])
      })
    )
  )

  it.live("that fails is named, without its credentials", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const port = yield* Effect.promise(freePort)
        const address = `http://127.0.0.1:${port}`
        const closed = { HEDDLE_API_URL, HTTP_PROXY: `http://me:hidden@127.0.0.1:${port}` }
        const unreachable = yield* Effect.flip(webhooks(({ list }) => list, closed))
        assert.include(
          unreachable.message,
          `no server answers at ${HEDDLE_API_URL} through the proxy ${address} (ECONN`
        )
        const refusing = yield* proxyServer({ targetPort: port, refusal: 407 })
        const https = { HEDDLE_API_URL: "https://heddle.invalid", HTTPS_PROXY: refusing.address }
        const refused = yield* Effect.flip(webhooks(({ list }) => list, https))
        assert.include(refused.message, `through the proxy ${refusing.address} broke off (Proxy response (407)`)
        for (const HTTPS_PROXY of ["ftp://me:hidden@x", "http://", "http://me:hidden%@x"]) {
          const wrong = yield* Effect.flip(webhooks(({ list }) => list, { ...https, HTTPS_PROXY }))
          assert.include(wrong.message, "HTTPS_PROXY is not the address of an HTTP proxy")
          assert.notInclude(wrong.message, "hidden")
        }
        assert.notInclude(unreachable.message, "hidden")
      })
    )
  )
})

it.effect.each([
  ["https://api.example.com", { HTTPS_PROXY: "http://a", HTTP_PROXY: "http://b" }, "http://a"],
  ["https://api.example.com", { HTTP_PROXY: "http://b" }, "http://b"],
  ["http://api.example.com", { HTTPS_PROXY: "http://a" }, null],
  ["https://api.example.com", { https_proxy: "", HTTPS_PROXY: " http://a:1 " }, "http://a:1"],
  ["https://api.example.com", { HTTPS_PROXY: "http://a", NO_PROXY: "*" }, null],
  ["https://api.example.com", { HTTPS_PROXY: "http://a", NO_PROXY: "other.com, Example.com" }, null],
  ["https://api.example.com", { HTTPS_PROXY: "http://a", no_proxy: ".example.com" }, null],
  ["https://api.example.com", { HTTPS_PROXY: "http://a", NO_PROXY: "*.api.example.com" }, null],
  ["https://api.example.com", { HTTPS_PROXY: "http://a", NO_PROXY: "pi.example.com,com.example" }, "http://a"],
  ["https://api.example.com", { HTTPS_PROXY: "http://a", NO_PROXY: "api.example.com:443" }, null],
  ["https://api.example.com", { HTTPS_PROXY: "http://a", NO_PROXY: "api.example.com:80" }, "http://a"],
  ["http://[::1]:4000", { HTTP_PROXY: "http://a", NO_PROXY: "::1" }, null],
  ["http://[::1]:4000", { HTTP_PROXY: "http://a", NO_PROXY: "[::1]:4000" }, null],
  ["http://[::1]:4000", { HTTP_PROXY: "http://a", NO_PROXY: "[::1]:4001" }, "http://a"]
] as const)("for %s with %o: %s", ([address, env, expected]) =>
  Effect.gen(function* () {
    const proxy = yield* proxyFor(address).pipe(inEnvironment(env))
    assert.strictEqual(proxy?.origin ?? null, expected)
  })
)
