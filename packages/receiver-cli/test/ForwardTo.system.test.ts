/** `heddle-receiver listen --forward-to` against a scripted service and a scripted app. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { sampleEvent, signRequest, tamperBody } from "@heddle/receiver/testing"
import { afterEach, describe, expect, it } from "vitest"
import { createReceiver } from "@heddle/receiver"
import { listen as listenOn } from "../../../test/support/LocalServer.ts"
import { Connection } from "../src/listen/Connection.ts"
import { type Delivery, Forwarder } from "../src/listen/Forwarder.ts"
import { HeddleApi } from "../src/listen/HeddleApi.ts"
import { run, start } from "./support/Command.ts"
import { secret } from "./support/Fixtures.ts"

const rotated = `whsec_${Buffer.from("another secret of thirty-two byte").toString("base64")}`
const closing: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function serve(handle: (request: IncomingMessage, body: string, response: ServerResponse) => void) {
  const server = createServer(async (request, response) => {
    handle(request, Buffer.concat(await request.toArray()).toString(), response)
  })
  const { port, close } = await listenOn(server, 0)
  closing.push(close)
  return `http://127.0.0.1:${port}`
}

type Connect = (response: ServerResponse, request: IncomingMessage) => void

/** Heddle, as far as the command knows it. Each connection of a stream takes the next script; the last one is repeated. */
async function startService(...connects: ReadonlyArray<Connect>) {
  const service = {
    secret,
    streams: [] as Array<string>,
    lastIds: [] as Array<unknown>,
    acknowledged: [] as Array<string>
  }
  const url = await serve((request, body, response) => {
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value))
    if (request.headers.authorization !== "Bearer hdl_key") return json(401, { detail: "The API key is not valid." })
    if (request.url === "/base/webhook/endpoints") return json(200, { data: [{ id: "ep_1", secret: service.secret }] })
    if (request.url === "/base/webhook/endpoints/ep_1/events/acknowledge") {
      service.acknowledged.push(...JSON.parse(body).eventIds)
      return json(200, { data: {} })
    }
    const connect = connects[Math.min(service.streams.length, connects.length - 1)]
    service.streams.push(request.url ?? "")
    service.lastIds.push(request.headers["last-event-id"])
    connect?.(response, request)
    return undefined
  })
  return { service, baseUrl: `${url}/base` }
}

const opened = (response: ServerResponse) => {
  response.writeHead(200, { "content-type": "text/event-stream" })
  response.write(": keep-alive\n\n")
}
const ending = (response: ServerResponse, reason: string) =>
  response.end(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`)
const problem = (response: ServerResponse, status: number, detail: string) =>
  response.writeHead(status, { "content-type": "application/problem+json" }).end(JSON.stringify({ detail }))

async function deliver(response: ServerResponse, code: string, change = (signed: Signed) => signed, secrets = secret) {
  const signed = change(
    await signRequest({ secrets, body: sampleEvent({ post: { code } }), key: `evt_${code}`, attempt: 1 })
  )
  const data = JSON.stringify({ headers: signed.headers, body: new TextDecoder().decode(signed.body) })
  response.write(`id: evt_${code}\nevent: delivery\ndata: ${data}\n\n`)
}
type Signed = Awaited<ReturnType<typeof signRequest>>

async function startApp(statusOf: (code: string, times: number) => number = () => 204) {
  const got: Array<string> = []
  const url = await serve((_request, body, response) => {
    const { code } = JSON.parse(body).post
    got.push(code)
    response.writeHead(statusOf(code, got.filter((one) => one === code).length)).end()
  })
  return { got, url: `${url}/hook` }
}

function listen(baseUrl: string, appUrl: string, ...more: ReadonlyArray<string>) {
  const env = { HEDDLE_API_KEY: "hdl_key", HEDDLE_API_URL: baseUrl }
  const command = start(["listen", "--forward-to", appUrl, "--endpoint", "ep_1", ...more], { env })
  const close = () => {
    command.child.kill("SIGINT")
    return command.ended
  }
  closing.push(close)
  return { ...command, close }
}

const soon = { timeout: 20_000 }

describe("listen --forward-to", () => {
  it("forwards in order, tries again what the app refuses, and acknowledges", async () => {
    const codes = Array.from("ABCDEFGHIJKLMNOPQRST")
    const { service, baseUrl } = await startService(async (response) => {
      opened(response)
      for (const code of codes) {
        await deliver(response, code)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })
    const app = await startApp((code, times) => (code === "A" && times < 3 ? 500 : 204))
    const { close } = listen(baseUrl, app.url)
    await expect.poll(() => service.acknowledged, soon).toEqual(codes.map((code) => `evt_${code}`))
    expect(app.got).toEqual(["A", "A", ...codes])
    const closedAt = Date.now()
    const { code, out, err } = await close()
    expect(code).toBe(0)
    expect(Date.now() - closedAt).toBeLessThan(2_000)
    expect(err).not.toContain("Warning")
    expect(out).toContain("answered 500")
    expect(err).toContain("forwarded 20, repeats 0, left 0")
    expect(out + err).not.toContain(secret)
  })

  it("connects again after the last event it received, and forwards none twice", async () => {
    const { service, baseUrl } = await startService(
      async (response) => {
        opened(response)
        await deliver(response, "A")
        setTimeout(() => response.destroy(), 300)
      },
      (response) => problem(response, 503, "The service is starting."),
      async (response) => {
        opened(response)
        for (const code of ["A", "B"]) await deliver(response, code)
      }
    )
    const app = await startApp()
    const { output } = listen(baseUrl, app.url, "--since", "2h")
    await expect.poll(() => service.acknowledged, soon).toContain("evt_B")
    expect(app.got).toEqual(["A", "B"])
    expect(service.lastIds).toEqual([undefined, "evt_A", "evt_A"])
    expect(output.out).toContain("repeat")
    const [first = "", second = ""] = service.streams
    expect(first).toMatch(/since=20/)
    expect(second).not.toContain("since")
    const consumer = /consumer=[^&]+/.exec(first)?.[0] ?? "none"
    expect(service.streams.every((url) => url.includes(consumer))).toBe(true)
  })

  it("forwards nothing that is not signed, and reads the secret again after a rotation", async () => {
    const { service, baseUrl } = await startService(async (response) => {
      opened(response)
      await deliver(response, "forged", tamperBody)
      service.secret = rotated
      await deliver(response, "rotated", undefined, rotated)
    })
    const app = await startApp()
    const { output } = listen(baseUrl, app.url)
    await expect.poll(() => service.acknowledged, soon).toEqual(["evt_rotated"])
    expect(app.got).toEqual(["rotated"])
    expect(output.out).toContain("401 no_match")
    expect(output.err).toContain("evt_forged is left")
  })

  it("asks for events again that were signed too long ago", async () => {
    const { service, baseUrl } = await startService(async (response) => {
      opened(response)
      await deliver(response, "A")
    })
    const stop = new AbortController()
    const received: Array<Delivery> = []
    const connection = new Connection({
      api: new HeddleApi(new URL(baseUrl), "ep_1", "hdl_key"),
      consumer: "test",
      takeOver: false,
      since: null,
      stop: stop.signal,
      onDelivery: (delivery) => void received.push(delivery),
      say: () => {}
    })
    const running = connection.run()
    await expect.poll(() => received.length, soon).toBe(1)
    const [first] = received
    if (first === undefined) throw new Error("nothing was received")
    const report = { event: () => {}, refused: () => {} }
    const forwarder = new Forwarder({ url: new URL(baseUrl), report, stop: stop.signal, say: () => {} })
    const receiver = createReceiver({ secrets: secret, handler: forwarder.handle })
    const old = { ...first, receivedAtMs: Date.now() - 250_000 }
    expect(await forwarder.forward(old, receiver)).toBe("too old")
    connection.startOver()
    await expect.poll(() => received.length, soon).toBe(2)
    expect(service.lastIds).toEqual([undefined, undefined])
    stop.abort()
    await running
  })

  it.each([
    ["replaced", "Another listener has taken over"],
    ["key_revoked", "The API key is not valid any more"],
    ["plan_ended", "no webhooks any more"],
    ["endpoint_deleted", "The endpoint was deleted"]
  ])("ends with the stream: %s", async (reason, message) => {
    const { baseUrl } = await startService((response) => {
      opened(response)
      ending(response, reason)
    })
    const { code, err } = await listen(baseUrl, "http://127.0.0.1:1/").ended
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })

  it("goes on after a stop of the service, and waits for a lease of a dead one", async () => {
    const { service, baseUrl } = await startService(
      (response) => {
        opened(response)
        ending(response, "stopping")
      },
      (response) => problem(response, 409, "Another consumer is reading this endpoint's stream."),
      async (response) => {
        opened(response)
        await deliver(response, "A")
      }
    )
    const app = await startApp()
    listen(baseUrl, app.url)
    await expect.poll(() => service.acknowledged, soon).toEqual(["evt_A"])
  })

  it("says what is wrong with the options, the key or the endpoint", async () => {
    const { baseUrl } = await startService(opened)
    const env = { HEDDLE_API_KEY: "hdl_key", HEDDLE_API_URL: baseUrl }
    const to = ["listen", "--forward-to", "http://127.0.0.1:1/"]
    const cases: ReadonlyArray<[ReadonlyArray<string>, Record<string, string>, string]> = [
      [to, env, "give --endpoint"],
      [[...to, "--endpoint", "ep_1"], { HEDDLE_API_URL: baseUrl }, "set HEDDLE_API_KEY"],
      [[...to, "--endpoint", "ep_1"], { HEDDLE_API_KEY: "hdl_key" }, "set HEDDLE_API_URL"],
      [[...to, "--endpoint", "ep_1", "--since", "soon"], env, "--since must be"],
      [[...to, "--endpoint", "ep_1", "--port", "1"], env, "--port has no meaning"],
      [["listen", "--endpoint", "ep_1"], env, "--endpoint works with --forward-to only"],
      [[...to, "--endpoint", "ep_2"], env, "no endpoint ep_2"],
      [[...to, "--endpoint", "ep_1"], { ...env, HEDDLE_API_KEY: "hdl_old" }, "The API key is not valid."]
    ]
    for (const [args, given, message] of cases) {
      const { code, err } = await run(args, { env: given })
      expect([code, err]).toEqual([2, expect.stringContaining(message)])
    }
  })
})
