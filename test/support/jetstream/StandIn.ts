/**
 * A Jetstream on loopback: a real WebSocket server that speaks both wires over a fixed log of events, and goes wrong as it
 * is told to. Each connection takes the next of the planned faults; after those it serves without any.
 */
import { type WebSocket, WebSocketServer } from "@effect/platform-node/NodeWS"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import type { Duplex } from "node:stream"
import { zstdCompressSync } from "node:zlib"
import { errorFrame, frameOf, infoFrame, type MadeEvent, type WireName } from "./Events.ts"

/** Trained by `zstd --train` on events of `MadeNetwork.ts`. */
const dictionary = readFileSync(new URL("events.dict", import.meta.url))
const dictionaryId = 4242

export interface Fault {
  /** Refuses with this status. */
  readonly refuse?: number
  readonly retryAfterSeconds?: number
  /** Ends the connection after so many events: in the middle of a frame, properly, or with an error frame. */
  readonly endAfter?: number
  readonly ending?: "cut" | "close" | "error"
  /** Shuffles events within windows of this size. */
  readonly shuffle?: number
  /** Sends each event so many times. */
  readonly times?: number
  /** Sends a frame that is no event after each so many events. */
  readonly garbageEvery?: number
  /** Begins so many events later than asked for, as if the older ones were no longer there. */
  readonly clamp?: number
  /** Waits this long after each hundred events. */
  readonly pauseMillis?: number
}

export interface StandInOptions {
  readonly events: ReadonlyArray<MadeEvent>
  readonly faults?: ReadonlyArray<Fault>
  /** By default, any that is free. */
  readonly port?: number
  /** The wires that it speaks. */
  readonly wires?: ReadonlyArray<WireName>
}

/** What the database would refuse. */
const nul = { rev: "a\0b", operation: "delete", collection: "app.bsky.feed.like", rkey: "a" }

/** Of the far future. */
const future = { did: "did:plc:a", account: { active: true, did: "did:plc:a", seq: 1, time: "2200-01-01T00:00:00Z" } }

const garbage = [
  JSON.stringify({ ...future, time_us: Date.UTC(2200, 0) * 1_000, kind: "account" }),
  JSON.stringify({
    $type: "message",
    payload: { ...future, $type: "x#account", seq: 1, time: "2200-01-01T00:00:00.000001Z" }
  }),
  JSON.stringify({ did: "did:plc:a", time_us: 1_700_000_000_000_000, kind: "commit", commit: nul }),
  JSON.stringify({
    $type: "message",
    payload: { $type: "x#commit", seq: 1, did: "did:plc:a", time: "2026-01-01T00:00:00Z", ...nul }
  }),
  "not json",
  "{}",
  '{"$type":"message"}',
  '{"did":"did:plc:x","time_us":"soon","kind":"commit"}',
  '{"did":"did:plc:aaaaaaaaaaaaaaaaaaaaaaaa","time_us":1700000000000000,"kind":"commit","commit":{"rev":"a","operation":"create","collection":"app.bsky.feed.post","rkey":"x y","record":{}}}',
  '{"$type":"message","payload":{"$type":"network.bsky.jetstream.subscribeEvents#commit","seq":1}}'
]

const pathOf: Readonly<Record<WireName, string>> = {
  events: "/xrpc/network.bsky.jetstream.subscribeEvents",
  legacy: "/subscribe"
}

const refuse = (socket: Duplex, status: number, headers = "", body = ""): void => {
  socket.end(
    `HTTP/1.1 ${status} Refused\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  )
}

const shuffled = (events: ReadonlyArray<MadeEvent>, size: number): ReadonlyArray<MadeEvent> =>
  Array.from({ length: Math.ceil(events.length / size) }, (_, index) =>
    events.slice(index * size, (index + 1) * size)
  ).flatMap((window, index) =>
    index % 2 === 0 ? window.toReversed() : window.toSorted((a, b) => (a.seq % 7) - (b.seq % 7))
  )

const sleep = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** The first half of a frame of text that announces 60,000 bytes. */
const halfFrame = Buffer.concat([Buffer.from([0x81, 0x7e, 0xea, 0x60]), Buffer.from('{"did":"did:plc:')])

export const standIn = Effect.fnUntraced(function* ({
  events,
  faults = [],
  port: wanted = 0,
  wires = ["events", "legacy"]
}: StandInOptions) {
  const planned = [...faults]
  /** What was sent as a whole, at least once. */
  const sent = new Set<MadeEvent>()
  const asked: Array<string> = []
  let served = 0
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })

  const serve = async (request: IncomingMessage, raw: Duplex, head: Buffer): Promise<void> => {
    const url = new URL(request.url ?? "/", "http://stand-in")
    asked.push(url.pathname + url.search)
    const wire = wires.find((name) => pathOf[name] === url.pathname)
    if (wire === undefined) return refuse(raw, 404)
    const plan = planned.shift()
    const fault = plan ?? {}
    if (fault.refuse !== undefined) {
      const wait = fault.retryAfterSeconds === undefined ? "" : `Retry-After: ${fault.retryAfterSeconds}\r\n`
      return refuse(raw, fault.refuse, wait, '{"error":"RateLimitExceeded","message":"slow down"}')
    }
    const socket = await new Promise<WebSocket>((resolve) => {
      sockets.handleUpgrade(request, raw, head, resolve)
    })
    socket.on("error", () => undefined)
    const asks = Number(url.searchParams.get("zstdDictionary") ?? "0")
    const encode = (text: string) => (asks === dictionaryId ? zstdCompressSync(text, { dictionary }) : text)
    const cursor = Number(url.searchParams.get("cursor") ?? "0")
    const start = events.findIndex(({ micros }) => micros >= cursor)
    const from = (start === -1 ? events.length : start) + (fault.clamp ?? 0)
    if (fault.clamp !== undefined && wire === "events") socket.send(encode(infoFrame("resumed later")))
    const log = events.slice(from)
    const order = fault.shuffle === undefined ? log : shuffled(log, fault.shuffle)
    let count = 0
    for (const event of order) {
      if (socket.readyState !== socket.OPEN) return
      if (fault.endAfter !== undefined && count >= fault.endAfter) {
        if (fault.ending === "cut") {
          raw.write(halfFrame)
          raw.destroy()
        } else {
          if (fault.ending === "error") socket.send(encode(errorFrame("ConsumerTooSlow", "reconnect")))
          socket.close(1001, "going away")
        }
        return
      }
      count += 1
      for (let time = 0; time < (fault.times ?? 1); time += 1) socket.send(encode(frameOf(wire, event)))
      sent.add(event)
      if (fault.garbageEvery !== undefined && count % fault.garbageEvery === 0) {
        socket.send(garbage[count % garbage.length] ?? "")
      }
      if (fault.pauseMillis !== undefined && count % 100 === 0) await sleep(fault.pauseMillis)
      // The reader may stop reading; then nothing more is written.
      while (socket.bufferedAmount > 1_000_000 && socket.readyState === socket.OPEN) await sleep(1)
    }
    if (plan === undefined) served += 1
    else socket.close(1001, "going away")
  }

  const server = createServer((request, response) => {
    asked.push(request.url ?? "")
    const known = request.url === "/xrpc/network.bsky.jetstream.getZstdDictionary" && wires.includes("events")
    if (known) response.writeHead(200, { "content-type": "application/octet-stream" }).end(dictionary)
    else response.writeHead(404).end()
  })
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => undefined)
    void serve(request, socket, head)
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(wanted, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.callback<void>((resume) => {
        for (const socket of sockets.clients) socket.terminate()
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    url: `ws://127.0.0.1:${port}`,
    sent,
    /** The paths and queries of all requests. */
    asked,
    /** How many connections without a fault have got the whole log. */
    served: () => served
  }
})
