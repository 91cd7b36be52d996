/**
 * What an attempt does to a customer's connections: one request each, and a second one only when a kept connection ended
 * before it brought a byte.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { constants } from "node:http2"
import type { Socket } from "node:net"
import { httpsServer } from "../../support/HttpsServer.ts"
import { type RawEndpoint, rawEndpoint } from "../../support/RawEndpoint.ts"
import { senderWith, sendTo } from "../../support/Sending.ts"
import { tcpProxy } from "../../support/TcpProxy.ts"

const sendTogether = (url: string, count: number) =>
  Effect.all(
    Array.from({ length: count }, () => sendTo(url)),
    { concurrency: "unbounded" }
  )

/** Treats each request as the test says, which also gets its number. */
const requestsTo = (onRequest: (socket: Socket, requests: number) => void) =>
  Effect.gen(function* () {
    const state = { requests: 0 }
    const endpoint: RawEndpoint = yield* rawEndpoint((socket) => {
      const begun = endpoint.received.split("POST /").length - 1
      if (begun === state.requests) return
      state.requests = begun
      onRequest(socket, begun)
    })
    return { url: endpoint.url, state, received: () => endpoint.received }
  })

describe("connections to endpoints", () => {
  it.live(
    "when connections die silently, the attempt after a failed one gets through",
    () =>
      Effect.gen(function* () {
        const versions: Array<string> = []
        const server = yield* httpsServer((_request, response, version) => {
          versions.push(version)
          // The server promises to keep connections for longer than an attempt takes.
          if (version.startsWith("1")) response.setHeader("keep-alive", "timeout=600")
          response.writeHead(204).end()
        })
        const proxy = yield* tcpProxy(server.port)
        const url = `https://localhost:${proxy.port}/hooks`
        for (const { delivered, error } of yield* sendTogether(url, 5)) assert.isTrue(delivered, String(error))
        proxy.silence()
        assert.isFalse((yield* sendTo(url)).delivered)
        for (const { delivered, error } of yield* sendTogether(url, 3)) assert.isTrue(delivered, String(error))
        assert.deepStrictEqual([...new Set(versions)], ["1.1"])
      }).pipe(Effect.provide(senderWith(true))),
    60_000
  )

  it.live("an attempt whose stream a server refuses is one request", () =>
    Effect.gen(function* () {
      let requests = 0
      const server = yield* httpsServer((_request, response, version) => {
        requests += 1
        if (version.startsWith("2")) response.stream.close(constants.NGHTTP2_REFUSED_STREAM)
        else response.writeHead(503).end()
      })
      assert.isFalse((yield* sendTo(`https://localhost:${server.port}/hooks`)).delivered)
      assert.strictEqual(requests, 1)
    }).pipe(Effect.provide(senderWith(true)))
  )

  const begunAnswer = "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab"
  /** The status is the endpoint's word, even if the rest of the answer does not come. */
  const endings: ReadonlyArray<readonly [string, (socket: Socket) => void, ("delivered" | "silent")?]> = [
    ["resets the connection", (socket) => socket.resetAndDestroy(), "silent"],
    ["closes the connection", (socket) => socket.destroy(), "silent"],
    ["ends its side", (socket) => socket.end(), "silent"],
    ["stops in the status line", (socket) => socket.end("HTTP/1.1 2")],
    ["stops in the headers", (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-le"), "delivered"],
    ["stops in the body of a 200", (socket) => socket.end(begunAnswer), "delivered"],
    ["stops in the body of a 500", (socket) => socket.end(begunAnswer.replace("200", "500"))],
    [
      "resets in the body of a 500",
      (socket) => socket.write(begunAnswer.replace("200", "500"), () => socket.resetAndDestroy())
    ],
    ["sends no HTTP", (socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n")],
    ["says 1xx and closes", (socket) => socket.end("HTTP/1.1 103 Early Hints\r\n\r\n")]
  ]
  it.live.each(endings)("an attempt is one request to a receiver that %s", ([, end, what]) =>
    Effect.gen(function* () {
      const { url, state } = yield* requestsTo(end)
      assert.deepInclude(yield* sendTo(url), { delivered: what === "delivered", sentTwice: false })
      assert.strictEqual(state.requests, 1)
    }).pipe(Effect.provide(senderWith(true)))
  )

  const keptAnswer = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nkeep-alive: timeout=600\r\n\r\n"
  it.live.each(endings)("and on a kept connection, unless it %s before it says anything", ([, end, what]) =>
    Effect.gen(function* () {
      for (const third of [end, (socket: Socket) => socket.write(keptAnswer)]) {
        const endpoint = yield* requestsTo((socket, requests) => {
          if (requests === 2) end(socket)
          else if (requests === 3) third(socket)
          else socket.write(keptAnswer)
        })
        assert.deepInclude(yield* sendTo(endpoint.url), { delivered: true, sentTwice: false })
        const sentTwice = what === "silent"
        const delivered = sentTwice ? third !== end : what === "delivered"
        assert.deepInclude(yield* sendTo(endpoint.url), { delivered, sentTwice })
        assert.strictEqual(endpoint.state.requests, sentTwice ? 3 : 2)
        const requests = endpoint.received().split("POST /").slice(2)
        assert.strictEqual(new Set(requests).size, 1, "the same bytes: headers, attempt, key and body")
      }
    }).pipe(Effect.provide(senderWith(true)))
  )

  it.live("no receiver that closes idle connections when it likes makes an attempt fail", () =>
    Effect.gen(function* () {
      let requests = 0
      const endpoint = yield* rawEndpoint((socket) => {
        requests += 1
        const afterMillis = requests % 9
        socket.write(keptAnswer, () => setTimeout(() => socket.end(), afterMillis))
      })
      const results = yield* Effect.forEach(Array.from({ length: 2_000 }), () => sendTo(endpoint.url), {
        concurrency: 8
      })
      assert.deepStrictEqual(
        results.filter(({ delivered }) => !delivered),
        []
      )
    }).pipe(Effect.provide(senderWith(true)))
  )

  it.live("a connection that was idle for more than a second is not used again", () =>
    Effect.gen(function* () {
      const ended = Promise.withResolvers<number>()
      const answered = { at: 0 }
      const endpoint = yield* rawEndpoint((socket) => {
        answered.at = performance.now()
        socket.write(keptAnswer)
        socket.on("end", () => ended.resolve(performance.now() - answered.at))
      })
      yield* sendTo(endpoint.url)
      assert.approximately(yield* Effect.promise(() => ended.promise), 1_000, 500)
    }).pipe(Effect.provide(senderWith(true)))
  )

  it.live("header names go out as the description spells them", () =>
    Effect.gen(function* () {
      const endpoint = yield* rawEndpoint((socket) => socket.write(keptAnswer))
      yield* sendTo(endpoint.url, { standardWebhooks: true })
      const [head = ""] = endpoint.received.split("\r\n\r\n")
      const names = head.split("\r\n").map((line) => line.split(":")[0])
      const ours = "Host Content-Type Content-Length User-Agent X-Service-Signature X-Service-Delivery-Attempt"
      assert.includeMembers(names, [...ours.split(" "), "X-Service-Idempotency-Key", "webhook-id", "webhook-signature"])
    }).pipe(Effect.provide(senderWith(true)))
  )
})
