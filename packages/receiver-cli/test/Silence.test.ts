/** A stream on which nothing comes for 30 s is dead: the listener connects again, after the last event it received. */
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { Connection } from "../src/listen/Connection.ts"
import { HeddleApi } from "../src/listen/HeddleApi.ts"

// Sockets stay real; only time is ours.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval", "setTimeout"] }))
afterEach(() => void vi.useRealTimers())

const delivery = (id: string) =>
  `id: ${id}\nevent: delivery\ndata: ${JSON.stringify({ headers: { "content-type": "application/json" }, body: "{}" })}\n\n`

/** A service that answers each stream with what the test writes. */
const startService = async () => {
  const streams: Array<{ readonly headers: IncomingHttpHeaders; readonly response: ServerResponse }> = []
  const server = createServer(({ headers }, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write(": keep-alive\n\n")
    streams.push({ headers, response })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: new URL(`http://127.0.0.1:${port}`), streams, close }
}

it("connects again after 30 s of silence, and not while comments come", async () => {
  const service = await startService()
  const stop = new AbortController()
  const said: Array<string> = []
  const received: Array<string> = []
  const connection = new Connection({
    api: new HeddleApi(service.url, "ep_1", "key"),
    consumer: "laptop",
    takeOver: false,
    since: null,
    stop: stop.signal,
    onDelivery: ({ id }) => void received.push(id),
    say: (line) => void said.push(line)
  })
  const running = connection.run()
  const [first] = await vi.waitFor(() => (expect(service.streams).toHaveLength(1), service.streams))
  first?.response.write(delivery("evt_1"))
  await vi.waitFor(() => expect(received).toEqual(["evt_1"]))
  for (let comment = 0; comment < 8; comment += 1) {
    await vi.advanceTimersByTimeAsync(10_000)
    first?.response.write(": keep-alive\n\n")
    first?.response.write(delivery(`evt_${comment + 2}`))
    await vi.waitFor(() => expect(received).toHaveLength(comment + 2))
  }
  await vi.advanceTimersByTimeAsync(25_000)
  expect([service.streams.length, said]).toEqual([1, []])
  await vi.advanceTimersByTimeAsync(8_000)
  await vi.waitFor(() => expect(service.streams).toHaveLength(2))
  expect(service.streams[1]?.headers["last-event-id"]).toBe("evt_9")
  await vi.waitFor(() =>
    expect(said).toEqual(["the stream ended (no sign of life for 30 s); connecting again", "connected again"])
  )
  stop.abort()
  await running
  service.close()
})
