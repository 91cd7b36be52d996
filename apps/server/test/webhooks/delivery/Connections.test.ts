/** What an attempt does to a customer's connections: one request each, and no dead connection is used twice. */
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { constants } from "node:http2"
import { createServer, type Socket } from "node:net"
import { Destination } from "../../../src/webhooks/delivery/Destination.ts"
import { Sender } from "../../../src/webhooks/delivery/Sender.ts"
import { httpsServer } from "../../support/HttpsServer.ts"
import { tcpProxy } from "../../support/TcpProxy.ts"

const SenderLayer = Sender.layer.pipe(
  Layer.provide(Destination.layer),
  Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ HEDDLE_WEBHOOK_ALLOW_LOOPBACK: "true" })))
)

const send = (url: string) =>
  Sender.use((sender) =>
    sender.send({
      url,
      secrets: ["whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTEyMzQ="],
      body: "{}",
      standardWebhooks: false,
      attempt: 1,
      id: "evt_1",
      idempotencyKey: "evt_1"
    })
  )

const sendTogether = (url: string, count: number) =>
  Effect.all(
    Array.from({ length: count }, () => send(url)),
    { concurrency: "unbounded" }
  )

/** Takes connections and treats them as the test says; counts the requests that arrived. */
const rawServer = (onRequest: (socket: Socket, requests: number) => void) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const state = { requests: 0, port: 0 }
      const sockets: Array<Socket> = []
      const server = createServer((socket) => {
        sockets.push(socket)
        socket.on("error", () => undefined)
        socket.on("data", (chunk) => {
          const begun = chunk.toString("latin1").split("POST /").length - 1
          state.requests += begun
          if (begun > 0) onRequest(socket, state.requests)
        })
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const address = server.address()
      state.port = typeof address === "object" && address !== null ? address.port : 0
      return { server, sockets, state }
    }),
    ({ server, sockets }) =>
      Effect.promise(() => {
        for (const socket of sockets) socket.destroy()
        return new Promise<void>((resolve) => server.close(() => resolve()))
      })
  ).pipe(Effect.map(({ state }) => state))

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
        assert.isFalse((yield* send(url)).delivered)
        for (const { delivered, error } of yield* sendTogether(url, 3)) assert.isTrue(delivered, String(error))
        assert.deepStrictEqual([...new Set(versions)], ["1.1"])
      }).pipe(Effect.provide(SenderLayer)),
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
      assert.isFalse((yield* send(`https://localhost:${server.port}/hooks`)).delivered)
      assert.strictEqual(requests, 1)
    }).pipe(Effect.provide(SenderLayer))
  )

  const begunAnswer = "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab"
  /** The status is the endpoint's word, even if the rest of the answer does not come. */
  const endings: ReadonlyArray<readonly [string, (socket: Socket) => void, delivered?: boolean]> = [
    ["resets the connection", (socket) => socket.resetAndDestroy()],
    ["closes the connection", (socket) => socket.destroy()],
    ["ends its side", (socket) => socket.end()],
    ["stops in the status line", (socket) => socket.end("HTTP/1.1 2")],
    ["stops in the headers", (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-le")],
    ["stops in the body of a 200", (socket) => socket.end(begunAnswer), true],
    ["stops in the body of a 500", (socket) => socket.end(begunAnswer.replace("200", "500"))],
    [
      "resets in the body of a 500",
      (socket) => socket.write(begunAnswer.replace("200", "500"), () => socket.resetAndDestroy())
    ],
    ["sends no HTTP", (socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n")],
    ["says 1xx and closes", (socket) => socket.end("HTTP/1.1 103 Early Hints\r\n\r\n")]
  ]
  it.live.each(endings)("an attempt is one request to a receiver that %s", ([, end, delivered = false]) =>
    Effect.gen(function* () {
      const server = yield* rawServer(end)
      const url = `http://127.0.0.1:${server.port}/hooks`
      assert.strictEqual((yield* send(url)).delivered, delivered)
      assert.strictEqual(server.requests, 1)
    }).pipe(Effect.provide(SenderLayer))
  )

  it.live.each(endings)("and on a kept connection, one whose receiver then %s", ([, end, delivered = false]) =>
    Effect.gen(function* () {
      const server = yield* rawServer((socket, requests) => {
        if (requests > 1) end(socket)
        else socket.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\nkeep-alive: timeout=600\r\n\r\n")
      })
      const url = `http://127.0.0.1:${server.port}/hooks`
      assert.isTrue((yield* send(url)).delivered)
      assert.strictEqual((yield* send(url)).delivered, delivered)
      assert.strictEqual(server.requests, 2)
    }).pipe(Effect.provide(SenderLayer))
  )
})
