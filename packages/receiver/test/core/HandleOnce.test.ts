import type { WebhookEvent } from "@heddle/receiver"
import { replay, sampleEvent, sampleTestEvent, sampleTrendingEvent } from "@heddle/receiver/testing"
import { describe, expect, it } from "vitest"
import { gate, makeReceiver, sign, storeWith } from "../support/Fixtures.ts"

describe("once", () => {
  it("the second delivery is acknowledged without running", async () => {
    const { receiver, handled, duplicates } = makeReceiver()
    const signed = await sign()
    expect(await receiver.handle(signed)).toMatchObject({ code: "handled", status: 200 })
    expect(await receiver.handle(signed)).toMatchObject({ code: "duplicate", status: 200 })
    expect([handled.length, duplicates.length]).toEqual([1, 1])
  })

  it("200 at once run the handler once; nobody is acknowledged before it is done", async () => {
    const { open, opened } = gate()
    let runs = 0
    const { receiver } = makeReceiver({
      handler: async () => {
        runs += 1
        await opened
      }
    })
    const signed = await sign()
    const codes: Array<string> = []
    const waitForAllButOne = gate()
    const all = Array.from({ length: 200 }, async () => {
      codes.push((await receiver.handle(signed)).code)
      if (codes.length === 199) waitForAllButOne.open()
    })
    await waitForAllButOne.opened
    expect(new Set(codes)).toEqual(new Set(["in_progress"]))
    open()
    await Promise.all(all)
    expect([runs, codes.at(-1)]).toEqual([1, "handled"])
    expect((await receiver.handle(signed)).code).toBe("duplicate")
  })

  it("another idempotency key or a new signature does not make it another event", async () => {
    const { receiver, handled } = makeReceiver()
    const signed = await sign()
    await receiver.handle(signed)
    for (const again of [replay(signed, { key: "evt_other" }), await sign({ at: 1_760_000_100, attempt: 2 })]) {
      expect((await receiver.handle(again)).code).toBe("duplicate")
    }
    expect(handled).toHaveLength(1)
  })

  it("one idempotency key on two events does not hide the second", async () => {
    const { receiver, handled } = makeReceiver()
    await receiver.handle(await sign())
    await receiver.handle(await sign({ body: sampleEvent({ post: { code: "another" } }) }))
    expect(handled).toHaveLength(2)
  })

  it("post, rule and type each count, and cannot be shifted into one another", async () => {
    const { receiver, handled } = makeReceiver()
    const events: Array<WebhookEvent> = [
      sampleEvent({ post: { code: "a:b" }, rule: { id: "c" } }),
      sampleEvent({ post: { code: "a" }, rule: { id: "b:c" } }),
      sampleEvent({ post: { code: "a%3Ab" }, rule: { id: "c" } }),
      sampleTrendingEvent({ post: { code: "a" }, rule: { id: "b:c" } })
    ]
    for (const body of events) await receiver.handle(await sign({ body }))
    expect(handled).toHaveLength(4)
    expect(new Set(handled.map(({ context }) => context.eventKey)).size).toBe(4)
  })

  it("test events always run, even when the store is down", async () => {
    const { receiver, handled } = makeReceiver({ store: storeWith({ claim: down }) })
    const signed = await sign({ body: sampleTestEvent(), key: undefined })
    expect([(await receiver.handle(signed)).code, (await receiver.handle(signed)).code]).toEqual(["handled", "handled"])
    expect(handled[0]?.context.idempotencyKey).toBeNull()
  })
})

describe("failures of the handler", () => {
  it.each([
    ["throws", () => Promise.reject(new Error("database: password hunter2"))],
    ["throws nothing at all", () => Promise.reject()]
  ])("one that %s frees the event", async (_, fail) => {
    let runs = 0
    const { receiver, errors } = makeReceiver({ handler: () => ((runs += 1) === 1 ? fail() : undefined) })
    const signed = await sign()
    const reply = await receiver.handle(signed)
    expect(reply).toMatchObject({ code: "handler_failed", status: 500 })
    expect(reply.body).not.toContain("hunter2")
    expect(errors[0]).toMatchObject({ code: "handler_failed", eventKey: "v1:keyword:C9xSample01:rule_sample" })
    expect((await receiver.handle(signed)).code).toBe("handled")
    expect(runs).toBe(2)
  })

  it("one that throws at once, not asynchronously, too", async () => {
    const { receiver } = makeReceiver({
      handler: () => {
        throw new Error("at once")
      }
    })
    expect((await receiver.handle(await sign())).code).toBe("handler_failed")
  })

  it("one that never ends holds the event for its lease only, with Retry-After", async () => {
    const { opened } = gate()
    let runs = 0
    const { receiver, clock } = makeReceiver({
      leaseSeconds: 60,
      handler: () => ((runs += 1) === 1 ? opened : undefined)
    })
    const signed = await sign()
    void receiver.handle(signed)
    await expect.poll(() => runs).toBe(1)
    clock.ms += 18_500
    const reply = await receiver.handle(signed)
    expect(reply).toMatchObject({ code: "in_progress", status: 503, headers: { "retry-after": "42" } })
    clock.ms += 41_500
    expect((await receiver.handle(signed)).code).toBe("handled")
  })

  it("one that outlives its lease cannot complete the claim of the next", async () => {
    const first = gate()
    const second = gate()
    const gates = [first, second]
    let runs = 0
    const { receiver, clock } = makeReceiver({ leaseSeconds: 10, handler: () => gates[runs++]?.opened })
    const signed = await sign()
    const slow = receiver.handle(signed)
    await expect.poll(() => runs).toBe(1)
    clock.advance(11)
    const next = receiver.handle(signed)
    await expect.poll(() => runs).toBe(2)
    first.open()
    expect(await slow).toMatchObject({ code: "lease_lost", status: 503 })
    expect((await receiver.handle(signed)).code).toBe("in_progress")
    second.open()
    expect((await next).code).toBe("handled")
  })
})

const down = () => Promise.reject(new Error("store down"))

describe("failures of the store", () => {
  it("a run that could not be recorded is not acknowledged", async () => {
    const { receiver } = makeReceiver({ store: storeWith({ complete: down }) })
    const signed = await sign()
    expect((await receiver.handle(signed)).code).toBe("store_failed")
    expect((await receiver.handle(signed)).code).toBe("in_progress")
  })
})
