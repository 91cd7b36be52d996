/**
 * DNS rebinding: a page in the operator's browser whose own name suddenly leads to this machine. The browser takes the
 * operator port for the page's own server, so it sends no `Origin` with a GET and lets the page read the answer.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { type IncomingMessage, request } from "node:http"
import { text as readText } from "node:stream/consumers"
import { OperatorApi } from "../../apps/server/src/operator/OperatorApi.ts"
import { customer, operate, ServedApi, serveOperatorWithToken } from "../../apps/server/test/support/ServedApi.ts"
import { pglite } from "../support/Databases.ts"

const token = "a token of the operator"

const guarded = serveOperatorWithToken(token)

interface Visit {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks as if this name had been resolved to the loopback address. */
const visit = (url: string, name: string, { method = "GET", path, headers = {} }: Visit) =>
  Effect.promise(
    () =>
      new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
        const { port } = new URL(url)
        const answer = (response: IncomingMessage) =>
          void readText(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject)
        request(
          { host: "127.0.0.1", port, path, method, agent: false, headers: { host: `${name}:${port}`, ...headers } },
          answer
        )
          .on("error", reject)
          .end()
      })
  )

const foreignNames = [
  "evil.example",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "evil.example@localhost",
  "localhost@evil.example",
  "notlocalhost",
  "localhost.",
  "127.0.0.2",
  "127.1",
  "2130706433",
  "0.0.0.0",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::1].evil.example",
  "evil.example, localhost",
  ""
]

const ownNames = ["localhost", "LOCALHOST", "127.0.0.1", "[::1]"]

const paths = [
  ...Object.values(OperatorApi.groups)
    .flatMap(({ endpoints }) => Object.values(endpoints))
    .map(({ method, path }) => ({ method, path: path.replaceAll(/:[a-z_]+/g, "x") })),
  ...["/accounts", "/ledger", "/metrics", "/posts/texts", "/nothing"].map((path) => ({ method: "GET", path }))
]

layer(ServedApi.layer.pipe(Layer.provideMerge(pglite)), { excludeTestServices: true, timeout: "60 seconds" })(
  "DNS rebinding",
  (it) => {
    it.effect("reads nothing and changes nothing, under any name but this machine's", () =>
      Effect.gen(function* () {
        const { operatorUrl } = yield* ServedApi
        yield* customer()
        const before = (yield* operate("/accounts")).text
        for (const name of foreignNames) {
          for (const route of paths) {
            const { status, text } = yield* visit(operatorUrl, name, route)
            assert.strictEqual(status, 403, `${name} ${route.method} ${route.path}`)
            assert.notInclude(text, "@example.com")
          }
        }
        assert.include(
          (yield* visit(operatorUrl, "evil.example", { path: "/accounts" })).text,
          "accepts only the host names localhost, 127.0.0.1 and [::1]"
        )
        assert.strictEqual((yield* operate("/accounts")).text, before)
      })
    )

    it.effect("is possible under this machine's names only without a page in between", () =>
      Effect.gen(function* () {
        const { operatorUrl } = yield* ServedApi
        for (const name of ownNames) {
          const ask = (headers: Readonly<Record<string, string>>) =>
            Effect.map(visit(operatorUrl, name, { path: "/accounts", headers }), ({ status }) => status)
          assert.strictEqual(yield* ask({}), 200, name)
          // An address that somebody typed.
          assert.strictEqual(yield* ask({ "sec-fetch-site": "none" }), 200, name)
          for (const site of ["same-origin", "same-site", "cross-site", "None", ""]) {
            assert.strictEqual(yield* ask({ "sec-fetch-site": site }), 403, `${name} ${site}`)
          }
          assert.strictEqual(yield* ask({ origin: "http://localhost" }), 403, name)
        }
      })
    )

    it.effect("needs the token where there is one, and then the name does not matter", () =>
      Effect.gen(function* () {
        const url = yield* guarded
        const authorization = `Bearer ${token}`
        const ask = (name: string, headers: Readonly<Record<string, string>>) =>
          Effect.map(visit(url, name, { path: "/accounts", headers }), ({ status }) => status)
        assert.strictEqual(yield* ask("evil.example", {}), 401)
        assert.strictEqual(yield* ask("localhost", {}), 401)
        assert.strictEqual(yield* ask("heddle.internal", { authorization }), 200)
        assert.strictEqual(yield* ask("heddle.internal", { authorization, "sec-fetch-site": "same-origin" }), 403)
      })
    )

    it.effect("finds out nothing from health checks, which answer to any name", () =>
      Effect.gen(function* () {
        const { operatorUrl } = yield* ServedApi
        assert.deepStrictEqual(yield* visit(operatorUrl, "evil.example", { path: "/healthz" }), {
          status: 200,
          text: "ok\n"
        })
        assert.deepStrictEqual(yield* visit(operatorUrl, "evil.example", { path: "/readyz" }), {
          status: 200,
          text: "ready\n"
        })
      })
    )
  }
)
