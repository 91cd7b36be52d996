/** A body that somebody else has read is answered without waiting for anything, which a stopwatch cannot show. */
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { createReceiver } from "@heddle/receiver"
import { expressHandler } from "@heddle/receiver/express"
import { fastifyPlugin, type FastifyServer } from "@heddle/receiver/fastify"
import { koaHandler } from "@heddle/receiver/koa"
import { nestHandler } from "@heddle/receiver/nest"
import { nodeHandler } from "@heddle/receiver/node"
import type { SignedRequest } from "@heddle/receiver/testing"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { secret, sign, start } from "../support/Fixtures.ts"

type Receiver = ReturnType<typeof createReceiver>

/** Time stands still: whoever waits for a timer waits for ever. */
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "setImmediate"] }))
afterEach(() => void vi.useRealTimers())

const makeReceiver = () => createReceiver({ secrets: secret, handler: () => {}, now: () => start * 1000 })

/** A request that a parser has drained, as Node gives it, with its response. */
async function drained(
  signed: SignedRequest
): Promise<{ request: IncomingMessage; response: ServerResponse; close: () => void }> {
  const server = createServer()
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  fetch(`http://127.0.0.1:${port}`, signed).catch(() => {})
  const [request, response] = await once(server, "request")
  await text(request)
  return { request, response, close: () => (server.close(), server.closeAllConnections()) }
}

interface Answer {
  readonly status: number
  readonly body: string
}

/** Each framework's own objects around one drained request; resolves to what it answered. */
const adapters: ReadonlyArray<
  [string, (receiver: Receiver, request: IncomingMessage, response: ServerResponse) => Promise<Answer>]
> = [
  ...([nodeHandler, expressHandler, nestHandler] as const).map((adapter): (typeof adapters)[number] => [
    adapter.name,
    async (receiver, request, response) => {
      const ended = vi.spyOn(response, "end")
      await adapter(receiver)(request, response)
      return { status: response.statusCode, body: String(ended.mock.calls[0]?.[0]) }
    }
  ]),
  [
    "koaHandler",
    async (receiver, request) => {
      const context = { method: "POST", req: request, request: {}, status: 404, body: null, set: () => {} }
      await koaHandler(receiver)(context)
      return { status: context.status, body: String(context.body) }
    }
  ],
  [
    "fastifyPlugin",
    async (receiver, request) => {
      const answer = { status: 0, body: "" }
      const reply = {
        code: (status: number) => void (answer.status = status),
        headers: () => {},
        send: (body: string) => void (answer.body = body)
      }
      let running: Promise<unknown> = Promise.resolve()
      const server: FastifyServer = {
        all: (_, { onRequest }) => {
          running = onRequest({ method: "POST", raw: request }, reply)
        }
      }
      await fastifyPlugin(receiver)(server)
      await running
      return answer
    }
  ]
]

describe("a drained request of Node", () => {
  it.each(adapters)("%s answers without a timer, an immediate or an event of the stream", async (_, run) => {
    const { request, response, close } = await drained(await sign())
    const touched = (["on", "once", "addListener", "resume", "read", "pipe"] as const).map((method) =>
      vi.spyOn(request, method)
    )
    const timersOfOthers = vi.getTimerCount()
    const { status, body } = await run(makeReceiver(), request, response)
    expect([status, JSON.parse(body).code]).toEqual([500, "body_consumed"])
    expect(touched.flatMap((spy) => spy.mock.calls)).toEqual([])
    expect(vi.getTimerCount()).toBe(timersOfOthers)
    close()
  })
})

describe("fetch", () => {
  it.each(["used", "locked"])("a %s Request is answered without a timer or a reader", async (how) => {
    const request = (await sign()).request()
    if (how === "used") await request.text()
    else request.body?.getReader()
    const getReader = vi.spyOn(ReadableStream.prototype, "getReader")
    const response = await makeReceiver().fetch(request)
    expect([response.status, getReader.mock.calls, vi.getTimerCount()]).toEqual([500, [], 0])
    getReader.mockRestore()
  })
})
