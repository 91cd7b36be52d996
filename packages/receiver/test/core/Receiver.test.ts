import { sampleEvent, tamperBody } from "@heddle/receiver/testing"
import { describe, expect, it } from "vitest"
import { makeReceiver, sign, start } from "../support/Fixtures.ts"

const failing = () => Promise.reject(new TypeError("It was read."))

describe("the context", () => {
  it("tells what is signed and what is a hint", async () => {
    const { receiver, handled } = makeReceiver()
    const signed = await sign({ attempt: 3 })
    await receiver.handle(signed)
    expect(handled[0]?.context).toEqual({
      eventKey: "v1:keyword:C9xSample01:rule_sample",
      ruleName: null,
      idempotencyKey: "evt_1",
      attempt: 3,
      signedAt: start,
      receivedAt: new Date(start * 1000),
      rawBody: signed.body,
      claim: { key: "v1:keyword:C9xSample01:rule_sample", owner: expect.any(String) },
      signal: expect.any(AbortSignal),
      renewLease: expect.any(Function)
    })
  })

  it.each(["k1, k2", "a b", "", "k\u0000", "鍵", "k".repeat(256)])(
    "an ill-formed hint (%j) reads as absent",
    async (key) => {
      const { receiver, handled } = makeReceiver()
      const headers = {
        ...(await sign()).headers,
        "X-Service-Idempotency-Key": key,
        "X-Service-Delivery-Attempt": "1e3"
      }
      expect((await receiver.handle({ ...(await sign()), headers })).code).toBe("handled")
      expect(handled[0]?.context).toMatchObject({ idempotencyKey: null, attempt: null })
    }
  )
})

describe("order", () => {
  it("a body is not read before method and headers have passed", async () => {
    const { receiver } = makeReceiver()
    const signed = await sign()
    const body = failing
    const codes = await Promise.all([
      receiver.handle({ ...signed, body, method: "GET" }),
      receiver.handle({ body, headers: {} }),
      receiver.handle({ body, headers: { "X-Service-Signature": "x" } }),
      receiver.handle({ body, headers: (await sign({ at: start - 301 })).headers })
    ])
    expect(codes.map(({ code }) => code)).toEqual([
      "method_not_allowed",
      "missing_header",
      "malformed_header",
      "too_old"
    ])
    expect(codes[0]?.headers).toMatchObject({ allow: "POST" })
  })

  it("nothing is parsed before the signature has matched", async () => {
    const { receiver } = makeReceiver()
    expect((await receiver.handle(tamperBody(await sign({ body: "no JSON" })))).code).toBe("no_match")
  })
})

describe("hooks", () => {
  it("tell how long each request took", async () => {
    const seen: Array<[string, number]> = []
    const { receiver } = makeReceiver({
      handler: (event) => (event.post.code === "bad" ? Promise.reject(new Error("no")) : undefined),
      onHandled: (event, _, { durationMs }) => seen.push([`handled ${event.post.code}`, durationMs]),
      onDuplicate: (event, _, { durationMs }) => seen.push([`duplicate ${event.post.code}`, durationMs]),
      onError: (error, { durationMs }) => seen.push([error.code, durationMs])
    })
    const good = await sign({ body: sampleEvent({ post: { code: "good" } }) })
    const bad = await sign({ body: sampleEvent({ post: { code: "bad" } }) })
    for (const request of [good, good, bad, tamperBody(good)]) await receiver.handle(request)
    expect(seen.map(([what]) => what)).toEqual(["handled good", "duplicate good", "handler_failed", "no_match"])
    for (const [, durationMs] of seen) expect(durationMs).toBeGreaterThanOrEqual(0)
  })

  it("that throw or reject change nothing", async () => {
    const hooks = [
      () => {
        throw new Error("hook")
      },
      () => Promise.reject(new Error("hook"))
    ]
    for (const hook of hooks) {
      const { receiver } = makeReceiver({ onError: hook, onDuplicate: hook, onHandled: hook })
      const signed = await sign()
      await receiver.handle(await sign({ body: sampleEvent({ post: { code: "first" } }) }))
      expect((await receiver.handle(tamperBody(signed))).code).toBe("no_match")
      await receiver.handle(signed)
      expect((await receiver.handle(signed)).code).toBe("duplicate")
    }
  })

  it("an unexpected failure is an answer too, never an exception", async () => {
    const { receiver, errors } = makeReceiver()
    const signed = await sign()
    expect(await receiver.handle({ ...signed, body: failing })).toMatchObject({ code: "internal_error", status: 500 })
    expect(await receiver.handle(JSON.parse("null"))).toMatchObject({ code: "internal_error" })
    expect(errors[0]?.cause).toBeInstanceOf(TypeError)
  })
})
