import { keepRawBody, nodeHandler, type NodeRequest } from "@heddle/receiver/node"
import { createServer, type ServerResponse } from "node:http"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { afterEach, describe, expect, it } from "vitest"
import { listen } from "../../../../test/support/LocalServer.ts"
import { makeReceiver, sign } from "../support/Fixtures.ts"

const closing: Array<() => Promise<void>> = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

type Middleware = (request: NodeRequest, response: ServerResponse) => void | Promise<void>

async function serve(options: Parameters<typeof makeReceiver>[0] = {}, before: Middleware = () => {}) {
  const made = makeReceiver(options)
  const handler = nodeHandler(made.receiver)
  const server = createServer((request: NodeRequest, response) => {
    void Promise.resolve(before(request, response)).then(() => handler(request, response))
  })
  const { port, close } = await listen(server, 0)
  closing.push(close)
  return { ...made, port, url: `http://127.0.0.1:${port}/` }
}

const post = async (url: string, init: RequestInit) => {
  const response = await fetch(url, { method: "POST", ...init })
  return { status: response.status, body: await response.json() }
}

describe("bodies", () => {
  it("one that stops half-way is answered and the connection closed", async () => {
    const { port } = await serve({ bodyTimeoutSeconds: 0.05 })
    const { headers } = await sign()
    const socket = connect(port, "127.0.0.1")
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nX-Service-Signature: ${headers["X-Service-Signature"]}\r\n\r\nhalf`
    )
    expect(await text(socket)).toMatch(/^HTTP\/1.1 408 [^]*connection: close[^]*body_timeout/i)
  })
})

const parseJson: Middleware = async (request) => {
  request.body = JSON.parse(await text(request))
}

describe("behind a parser", () => {
  it.each<[string, Middleware]>([
    ["JSON parsed", parseJson],
    ["drained and dropped", async (request) => void (await text(request))],
    ["flagged by body-parser", (request) => void Object.assign(request, { _body: true, body: {} })],
    ["decoded as text", (request) => void request.setEncoding("utf8")],
    ["being read by another", (request) => void request.on("data", () => {})]
  ])("%s: answered at once, with the remedy", async (_, before) => {
    const { url, errors, handled } = await serve({}, before)
    const reply = await post(url, await sign())
    expect(reply).toMatchObject({ status: 500, body: { code: "body_consumed", hint: expect.stringContaining("raw") } })
    expect([errors.length, handled.length]).toEqual([1, 0])
  })

  it.each<[string, Middleware]>([
    ["an untouched stream beside the empty body of Express 4", (request) => void (request.body = {})],
    ["express.raw", async (request) => void (request.body = Buffer.from(await text(request)))],
    [
      "express.json with keepRawBody",
      async (request, response) => {
        const raw = Buffer.from(await text(request))
        keepRawBody(request, response, raw)
        request.body = JSON.parse(raw.toString())
      }
    ]
  ])("%s works", async (_, before) => {
    expect((await post((await serve({}, before)).url, await sign())).status).toBe(200)
  })

  it("kept bytes are bound by the limit too", async () => {
    const { url } = await serve({ maxBodyBytes: 10 }, async (request) => {
      request.rawBody = Buffer.from(await text(request))
    })
    expect((await post(url, await sign())).status).toBe(413)
  })

  it("an answer already given is left alone", async () => {
    const { url } = await serve({}, (_, response) => void response.writeHead(418).end("{}"))
    expect((await post(url, await sign())).status).toBe(418)
  })
})
