import { describe, expect, it } from "vitest"
import { makeReceiver, sign } from "../support/Fixtures.ts"

const url = "https://receiver.example/webhook"
const streamed = (headers: Readonly<Record<string, string>>, body: ReadableStream<Uint8Array>) => {
  const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" }
  return new Request(url, init)
}

describe("fetch", () => {
  it("answers with JSON and works without its object", async () => {
    const { fetch } = makeReceiver().receiver
    const response = await fetch((await sign()).request())
    expect(response.status).toBe(200)
    expect(response.headers.get("content-type")).toBe("application/json")
    expect(await response.json()).toEqual({ code: "handled" })
  })

  it("a body already read, or being read, is explained", async () => {
    const { receiver, errors } = makeReceiver()
    const used = (await sign()).request()
    await used.json()
    const locked = (await sign()).request()
    locked.body?.getReader()
    for (const request of [used, locked]) expect((await receiver.fetch(request)).status).toBe(500)
    expect(errors.map((error) => error.code)).toEqual(["body_consumed", "body_consumed"])
  })

  it("no body at all is an empty one", async () => {
    const { headers } = await sign()
    expect((await makeReceiver().receiver.fetch(new Request(url, { method: "POST", headers }))).status).toBe(401)
  })

  it("an endless body is cut at the limit", async () => {
    const { receiver } = makeReceiver({ maxBodyBytes: 10_000 })
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1
        controller.enqueue(new Uint8Array(1000))
      }
    })
    const response = await receiver.fetch(streamed((await sign()).headers, endless))
    expect(response.status).toBe(413)
    expect(pulled).toBeLessThan(20)
  })

  it("a body that stops coming is let go of", async () => {
    const { receiver } = makeReceiver({ bodyTimeoutSeconds: 0.01 })
    const stopping = streamed((await sign()).headers, new ReadableStream<Uint8Array>())
    expect((await receiver.fetch(stopping)).status).toBe(408)
    expect(stopping.body?.locked).toBe(false)
  })

  it("something else than a Request is an answer that says what to pass", async () => {
    const { receiver, errors } = makeReceiver()
    const signed = await sign()
    const given = [undefined, null, "", { request: signed.request() }, signed.node()]
    for (const any of given) {
      const { request } = Object.assign({ request: signed.request() }, { request: any })
      expect((await receiver.fetch(request)).status).toBe(500)
    }
    expect(errors.map(({ code }) => code)).toEqual(given.map(() => "internal_error"))
    for (const { hint } of errors) expect(hint).toContain("({ request }) => receiver.fetch(request)")
  })

  it("a body that breaks off is an answer", async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("gone"))
    })
    const { receiver, errors } = makeReceiver()
    expect((await receiver.fetch(streamed((await sign()).headers, broken))).status).toBe(400)
    expect(errors[0]?.code).toBe("body_aborted")
  })
})
