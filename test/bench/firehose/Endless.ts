/**
 * Jetstream without an end, in a process of its own: `fork(Endless.ts)`, controlled by messages. It makes its events as it
 * sends them, as fast as the reader takes them or at a rate.
 */
import { type WebSocket, WebSocketServer } from "@effect/platform-node/NodeWS"
import { once } from "node:events"
import { createServer } from "node:http"
import { frameOf } from "../../support/jetstream/Events.ts"
import { madeEvents } from "../../support/jetstream/MadeNetwork.ts"

export interface EndlessRequest {
  readonly do: "listen" | "count"
  readonly seed: number
  readonly startMillis: number
  /** Of the network's own time: it says how many events share a day. */
  readonly eventsPerSecond: number
  /** Events that are sent a second; 0 for as many as possible. */
  readonly rate: number
}

export interface EndlessReply {
  readonly port: number
  readonly sent: number
  readonly bytes: number
  readonly connections: number
}

const people = 50_000
const eventsAtOnce = 100
const maxBufferedBytes = 1_000_000
const state = { port: 0, sent: 0, bytes: 0, connections: 0 }

const sleep = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

const serve = async (socket: WebSocket, request: EndlessRequest): Promise<void> => {
  state.connections += 1
  const { seed, startMillis, eventsPerSecond, rate } = request
  const events = madeEvents({ seed, events: Number.MAX_SAFE_INTEGER, people, startMillis, eventsPerSecond })
  const began = performance.now()
  let sent = 0
  for (const event of events) {
    const frame = frameOf("events", event)
    socket.send(frame)
    sent += 1
    state.sent += 1
    state.bytes += Buffer.byteLength(frame)
    if (sent % eventsAtOnce !== 0) continue
    const early = rate === 0 ? 0 : (sent / rate) * 1_000 - (performance.now() - began)
    await sleep(Math.max(0, early))
    while (socket.bufferedAmount > maxBufferedBytes && socket.readyState === socket.OPEN) await sleep(1)
    if (socket.readyState !== socket.OPEN) return
  }
}

const listen = async (request: EndlessRequest): Promise<void> => {
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  sockets.on("connection", (socket) => {
    socket.on("error", () => undefined)
    void serve(socket, request)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address !== null && typeof address === "object") state.port = address.port
}

process.on("message", (request: EndlessRequest) => {
  void (request.do === "listen" ? listen(request) : Promise.resolve()).then(() => process.send?.({ ...state }))
})
process.on("disconnect", () => process.exit(0))
