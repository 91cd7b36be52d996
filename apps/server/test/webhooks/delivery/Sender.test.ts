import { assert, describe, it } from "@effect/vitest"
import { verify } from "@heddle/receiver"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { Socket } from "node:net"
import { gzipSync } from "node:zlib"
import type { NameServers } from "../../../src/runtime/outbound/Resolver.ts"
import { attemptDeadlineMillis } from "../../../src/webhooks/delivery/Sender.ts"
import { customerServer } from "../../support/CustomerServer.ts"
import { httpsServer } from "../../support/HttpsServer.ts"
import { rawEndpoint } from "../../support/RawEndpoint.ts"
import { failingNames, noNames, senderWith, sendTo, testMessage, testSecret } from "../../support/Sending.ts"

const message = testMessage
const send = (url: string, allowLoopback = true) => sendTo(url).pipe(Effect.provide(senderWith(allowLoopback)))

describe("one attempt", () => {
  it.effect("carries the headers of the description and a signature the receiver package accepts", () =>
    Effect.gen(function* () {
      const target = yield* customerServer((response) => response.writeHead(204).end())
      const sent = message(target.url)
      const result = yield* send(target.url)
      assert.deepInclude(result, { delivered: true, statusCode: 204, error: null, response: "" })
      const [request] = target.requests
      assert.strictEqual(request?.body, sent.body)
      assert.deepInclude(request?.headers ?? {}, {
        "content-type": "application/json",
        "x-service-idempotency-key": "evt_1",
        "x-service-delivery-attempt": "3"
      })
      assert.match(request?.headers["user-agent"] ?? "", /^Heddle-Webhooks\/\d/)
      const signature = String(request?.headers["x-service-signature"])
      const seconds = Number(/^t=(\d+),/.exec(signature)?.[1])
      yield* Effect.promise(() =>
        verify({
          secrets: testSecret,
          headers: { "x-service-signature": signature },
          body: new TextEncoder().encode(request?.body),
          now: () => seconds * 1_000
        })
      )
    })
  )

  it.effect.each([200, 201, 299])("%s is success", (status) =>
    Effect.gen(function* () {
      const target = yield* customerServer((response) => response.writeHead(status).end("thanks"))
      assert.deepInclude(yield* send(target.url), { delivered: true, statusCode: status, response: "thanks" })
    })
  )

  it.effect.each([300, 302, 400, 404, 410, 500, 503])("%s is failure", (status) =>
    Effect.gen(function* () {
      const other = yield* customerServer((response) => response.writeHead(200).end())
      const target = yield* customerServer((response) => response.writeHead(status, { location: other.url }).end())
      assert.deepInclude(yield* send(target.url), { delivered: false, statusCode: status, error: null })
      assert.isEmpty(other.requests, "no redirect is followed")
    })
  )

  it.effect("Retry-After counts on 429 and 503 only", () =>
    Effect.gen(function* () {
      for (const [status, value, expected] of [
        [429, "90", 90_000],
        [503, "90", 90_000],
        [503, "Thu, 01 Jan 1970 00:01:30 GMT", 90_000],
        [500, "90", null]
      ] as const) {
        const target = yield* customerServer((response) => response.writeHead(status, { "retry-after": value }).end())
        assert.strictEqual((yield* send(target.url)).retryAfterMillis, expected)
      }
    })
  )

  const atDeadline = Effect.fnUntraced(function* (answer: (socket: Socket) => void) {
    const begun = Promise.withResolvers<void>()
    const target = yield* rawEndpoint((socket) => {
      answer(socket)
      begun.resolve()
    })
    const attempt = yield* Effect.forkChild(send(target.url))
    yield* Effect.promise(() => begun.promise)
    // What was written must have been read.
    yield* Effect.promise(() => settled())
    yield* TestClock.adjust(attemptDeadlineMillis)
    return yield* Fiber.join(attempt)
  })

  it.effect("ends at its deadline without an answer, which is the endpoint's fault", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* atDeadline((socket) => socket.write("HTTP/1.1 20")), {
        delivered: false,
        statusCode: null,
        error: "No complete answer within 10 s",
        faultOwner: "customer",
        connected: true,
        sentAt: new Date(0),
        durationMillis: attemptDeadlineMillis
      })
    })
  )

  it.effect.each([
    [200, true],
    [500, false]
  ] as const)("a %s whose body does not end before the deadline keeps its meaning", ([status, delivered]) =>
    Effect.gen(function* () {
      const answer = `HTTP/1.1 ${status} Word\r\ncontent-length: 9\r\n\r\nab`
      assert.deepInclude(yield* atDeadline((socket) => socket.write(answer)), {
        delivered,
        statusCode: status,
        error: null,
        response: "ab",
        faultOwner: delivered ? null : "customer",
        durationMillis: attemptDeadlineMillis
      })
    })
  )

  it.effect("says in words why there was no answer, and names no address", () =>
    Effect.gen(function* () {
      const silent = yield* customerServer((response) => response.socket?.destroy())
      assert.strictEqual((yield* send(silent.url)).error, "The connection closed without an answer")
      const refused = yield* send("http://127.0.0.1:1/hooks")
      assert.strictEqual(refused.error, "Connection refused")
    })
  )

  it.effect("does not say whether a name resolves inside or not at all", () =>
    Effect.gen(function* () {
      const inside = { ...noNames, resolve4: () => Promise.resolve(["93.184.216.34", "10.0.0.1"]) }
      const sendBy = (servers: NameServers) =>
        sendTo("https://hooks.example.com/").pipe(Effect.provide(senderWith(false, servers)))
      for (const servers of [inside, noNames, failingNames("ESERVFAIL", false)]) {
        const { error, faultOwner, connected, sentAt } = yield* sendBy(servers)
        assert.deepStrictEqual(
          { error, faultOwner, connected, sentAt },
          {
            error: "The URL's host name does not resolve to a public address",
            faultOwner: "customer",
            connected: false,
            sentAt: null
          }
        )
      }
      for (const code of ["ESERVFAIL", "ETIMEOUT", "EREFUSED", "ECONNREFUSED"]) {
        assert.strictEqual((yield* sendBy(failingNames(code, true))).faultOwner, "us", code)
      }
    })
  )

  it.effect("says when it sent, whether it connected, and whose fault a failure is", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust(5_000)
      const target = yield* customerServer((response) => response.writeHead(500).end())
      assert.deepInclude(yield* send(target.url), { connected: true, sentAt: new Date(5_000), faultOwner: "customer" })
      const refused = yield* send("http://127.0.0.1:1/hooks")
      assert.deepInclude(refused, { connected: false, sentAt: null, faultOwner: "network" })
      const untrusted = yield* rawEndpoint((socket) => socket.end("not TLS"))
      const noTls = yield* send(`https://127.0.0.1:${untrusted.port}/`)
      assert.deepInclude(noTls, { connected: true, sentAt: null, faultOwner: "customer" })
      const hangsUp = yield* rawEndpoint((socket) => socket.destroy())
      const inHandshake = yield* send(`https://127.0.0.1:${hangsUp.port}/`)
      assert.deepInclude(inHandshake, { connected: true, sentAt: null, faultOwner: "network" })
      assert.deepInclude(yield* send(hangsUp.url), { connected: true, sentAt: new Date(5_000), faultOwner: "network" })
      const forbidden = yield* send(`https://127.0.0.1:${target.port}/`, false)
      assert.deepInclude(forbidden, { connected: false, sentAt: null, faultOwner: "customer" })
    })
  )

  it.live("a certificate of another name is the customer's fault, found on a connection that was opened", () =>
    Effect.gen(function* () {
      const { port } = yield* httpsServer((_request, response) => response.writeHead(204).end())
      assert.isTrue((yield* send(`https://localhost:${port}/`)).delivered)
      assert.deepInclude(yield* send(`https://hooks.localhost:${port}/`), {
        error: "TLS failed (ERR_TLS_CERT_ALTNAME_INVALID)",
        faultOwner: "customer",
        connected: true,
        sentAt: null
      })
    })
  )

  it.effect("a kept connection counts as opened", () =>
    Effect.gen(function* () {
      const target = yield* rawEndpoint((socket) => socket.write("HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n"))
      for (const _ of [1, 2]) {
        assert.deepInclude(yield* sendTo(target.url), { connected: true, sentAt: new Date(0) })
        // The connection is free again a moment after its answer.
        yield* Effect.promise(() => settled())
      }
      assert.strictEqual(target.connections, 1)
    }).pipe(Effect.provide(senderWith(true)))
  )

  it.effect("logs the headers of both sides without secrets", () =>
    Effect.gen(function* () {
      const target = yield* customerServer((response) =>
        response.writeHead(200, { "Set-Cookie": ["a=1", "b=2"], "X-Api-Key": "k", "X-Many": ["1", "2"] }).end()
      )
      const { requestHeaders, responseHeaders } = yield* send(target.url)
      assert.match(requestHeaders["x-service-signature"] ?? "", /^t=0,v1=[0-9a-f]{8}…$/)
      assert.strictEqual(requestHeaders["x-service-idempotency-key"], "evt_1")
      assert.deepInclude(responseHeaders ?? {}, {
        "set-cookie": "[redacted]",
        "x-api-key": "[redacted]",
        "x-many": "1, 2"
      })
    })
  )

  it.effect("asks for no compression and decompresses nothing", () =>
    Effect.gen(function* () {
      const bomb = gzipSync(Buffer.alloc(10_000_000))
      const target = yield* customerServer((response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(bomb)
      )
      const result = yield* send(target.url)
      assert.isUndefined(target.requests[0]?.headers["accept-encoding"])
      assert.isTrue(result.delivered)
      assert.isAtMost(Buffer.byteLength(result.response ?? ""), 16 * 1024)
    })
  )

  it.effect("keeps answers that PostgreSQL can store, whatever bytes they have", () =>
    Effect.gen(function* () {
      const bytes = Buffer.concat([Buffer.from([0, 0xff, 0xed, 0xa0, 0x80]), Buffer.alloc(32_768, "咖")])
      const target = yield* customerServer((response) => response.writeHead(200).end(bytes))
      const { response } = yield* send(target.url)
      assert.isTrue(response?.isWellFormed())
      assert.notInclude(response, "\u0000")
      assert.isAtMost(Buffer.byteLength(response ?? ""), 16 * 1024)
    })
  )
})

/** Lets all that was written on loopback be read. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
