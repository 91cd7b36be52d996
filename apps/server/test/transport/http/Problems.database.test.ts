/** Every kind of answer carries its request id, every error is a problem of the table, and every problem has a page. */
import { assert, it } from "@effect/vitest"
import { Api, problemSlug, problemTable } from "@heddle/api"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { HttpServer } from "effect/http"
import { OpenApi } from "effect/http-api"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { connect } from "node:net"
import { text as readText } from "node:stream/consumers"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { accepts } from "../../../src/transport/http/Accept.ts"
import { listener } from "../../../src/transport/http/Listener.ts"
import { anyPort, type Answer, call, type Call, customer, send, ServedApi } from "../../support/ServedApi.ts"

/** What a socket that says this and nothing more gets as an answer. */
const exchange = (baseUrl: string, ...lines: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    const { port, hostname } = new URL(baseUrl)
    const socket = connect(Number(port), hostname)
    socket.end(`${lines.join("\r\n")}\r\n\r\n`)
    const answer = await readText(socket)
    const [head = "", body = ""] = answer.split("\r\n\r\n", 2)
    return {
      status: Number(head.slice(9, 12)),
      requestId: /^x-request-id: (.*)$/im.exec(head)?.[1],
      body
    }
  })

const assertIdentified = ({ status, headers, text, json }: Answer) => {
  const id = headers.get("x-request-id")
  assert.match(String(id), /^req_/)
  if (status < 400 || text === "") return
  assert.strictEqual(json["request_id"], id)
  const kind = Object.entries(problemTable).find(([code]) => code === json["code"])
  assert.strictEqual(kind?.[1].status, status, text)
  assert.strictEqual(json["title"], kind?.[1].title)
  assert.strictEqual(json["type"], `/problems/${problemSlug(kind?.[0] ?? "")}`)
}

onAnyDatabaseWith("Answers of every kind", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("carry their request id", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "standard", credits: 10 })
      const json = { url: "https://example.com/" }
      const cases: ReadonlyArray<readonly [number, string, Call]> = [
        [200, "/balance", { key }],
        [200, "/docs", {}],
        [200, "/docs/errors", {}],
        [200, "/healthz", { method: "HEAD" }],
        [204, "/balance", { method: "OPTIONS" }],
        [204, "/nothing", { method: "OPTIONS" }],
        [201, "/webhook/endpoints", { key, method: "POST", json }],
        [400, "/post/search", { key }],
        [401, "/balance", {}],
        [401, "/balance", { key: "hdl_wrong" }],
        [402, "/post/search?keywords=a", { key }],
        [403, "/post/search?keywords=a", yield* customer()],
        [404, "/nothing", { key }],
        [404, "/webhook/rules/rule_1", { key, method: "DELETE" }],
        [405, "/balance", { key, method: "DELETE" }],
        [405, "/post/search?keywords=a", { key, method: "HEAD" }],
        [406, "/balance", { key, headers: { accept: "text/html" } }],
        [409, "/webhook/endpoints", { key, method: "POST", json }],
        [413, "/webhook/endpoints", { key, method: "POST", body: " ".repeat(70_000) }],
        [415, "/webhook/endpoints", { key, method: "POST", body: "a=1", headers: { "content-type": "text/plain" } }],
        [
          415,
          "/webhook/endpoints",
          {
            key,
            method: "POST",
            body: "{}",
            headers: { "content-type": "application/json", "content-encoding": "br" }
          }
        ]
      ]
      for (const [status, path, options] of cases) {
        const answer = yield* call(path, options)
        assert.strictEqual(answer.status, status, `${path} ${answer.text}`)
        assertIdentified(answer)
      }
    })
  )

  it.effect("also those to what is hardly HTTP, on both ports", () =>
    Effect.gen(function* () {
      const { baseUrl, operatorUrl } = yield* ServedApi
      const cases: ReadonlyArray<readonly [number, ReadonlyArray<string>]> = [
        [400, ["NONSENSE"]],
        [400, ["FLY / HTTP/1.1", "Host: x"]],
        [400, ["GET / HTTP/1.1", "Host: x", "Content-Length: 1", "Transfer-Encoding: chunked"]],
        [431, ["GET / HTTP/1.1", "Host: x", `X-Long: ${"x".repeat(20_000)}`]]
      ]
      for (const url of [baseUrl, operatorUrl]) {
        for (const [status, lines] of cases) {
          const answer = yield* exchange(url, ...lines)
          assert.strictEqual(answer.status, status, lines[0])
          assert.match(String(answer.requestId), /^req_/)
          assert.include(answer.body, `"request_id":"${answer.requestId}"`)
        }
      }
      const missingHost = yield* exchange(baseUrl, "GET /healthz HTTP/1.1", "Connection: close")
      assert.strictEqual(missingHost.status, 400)
      assert.match(String(missingHost.requestId), /^req_/)
      assert.strictEqual((yield* exchange(baseUrl, "GET /healthz HTTP/1.0")).status, 200)
      const expecting = yield* exchange(baseUrl, "GET /healthz HTTP/1.1", "Host: x", "Expect: tea", "Connection: close")
      assert.strictEqual(expecting.status, 417)
      assert.match(String(expecting.requestId), /^req_/)
    })
  )
})

it("every problem that the contract declares stands in the table", () => {
  const text = JSON.stringify(OpenApi.fromApi(Api))
  const declared = new Set(Array.from(text.matchAll(/"\/problems\/([a-z-]+)"/g), ([, slug]) => slug))
  const known = Object.keys(problemTable).map(problemSlug)
  assert.includeMembers(known, [...declared])
})

it("docs/errors.md says what to do about each problem, and invents none", () => {
  const docs = readFileSync(new URL("../../../../../docs/errors.md", import.meta.url), "utf8")
  const rows = docs.match(/^\| error \| what to do \|\n(?:\|.*\n)+/m)?.[0] ?? ""
  assert.sameMembers(
    Array.from(rows.matchAll(/\d{3} `\w+`/g), ([problem]) => problem),
    Object.entries(problemTable).map(([code, { status }]) => `${status} \`${code}\``)
  )
})

it("the most specific media range decides", () => {
  assert.isFalse(accepts("application/json;q=0, application/*, */*", ["application/json"]))
  assert.isFalse(accepts("application/json; q=0.000, */*", ["application/json"]))
  assert.isTrue(accepts("TEXT/*, */*", ["application/json"]))
  assert.isTrue(accepts("*/*;q=0, application/json", ["application/json"]))
  assert.isTrue(accepts("text/csv", ["application/json", "text/csv"]))
  assert.isTrue(accepts('application/json;profile="a";q=0.5', ["application/json"]))
  assert.isTrue(accepts(undefined, ["application/json"]))
})

it.effect("a server that is starting says so, with a request id", () =>
  Effect.gen(function* () {
    const server = yield* HttpServer.HttpServer
    const answer = yield* send(HttpServer.formatAddress(server.address))
    assert.strictEqual(answer.status, 503)
    assert.strictEqual(answer.headers.get("retry-after"), "1")
    assertIdentified(answer)
  }).pipe(Effect.provide(listener(anyPort)))
)

it.live("a server stops although somebody connected and never asked for anything", () =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(listener(anyPort), scope)
    const url = HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
    const { port } = new URL(url)
    const silent = connect(Number(port), "127.0.0.1")
    const halfway = connect(Number(port), "127.0.0.1").setNoDelay()
    yield* Effect.promise(() => Promise.all([once(silent, "connect"), once(halfway, "connect")]))
    halfway.write("GET /balance HTTP/1.1\r\n")
    // The server has to know of both.
    yield* send(url)
    yield* Scope.close(scope, Exit.void)
    silent.destroy()
    halfway.destroy()
  })
)
