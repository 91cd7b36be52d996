import { replay, sampleEvent, sampleTrendingEvent } from "@heddle/receiver/testing"
import { describe, expect, it } from "vitest"
import { makeReceiver, sign } from "../support/Fixtures.ts"

const ofRules = () =>
  Promise.all([
    sign({ body: sampleEvent({ rule: { id: "rule_a" } }), key: "evt_a" }),
    sign({ body: sampleEvent({ rule: { id: "rule_b" } }), key: "evt_b" }),
    sign({ body: sampleTrendingEvent(), key: "evt_c" })
  ])

describe("dedupeBy", () => {
  it("event, the default: one post runs once for each rule it matches", async () => {
    const { receiver, handled } = makeReceiver()
    for (const signed of await ofRules()) await receiver.handle(signed)
    expect(handled).toHaveLength(3)
  })

  it("post: it runs once, for the rule that came first; another post runs again", async () => {
    const { receiver, handled, duplicates } = makeReceiver({ dedupeBy: "post" })
    for (const signed of await ofRules()) await receiver.handle(signed)
    await receiver.handle(await sign({ body: sampleEvent({ post: { code: "other" } }) }))
    expect(handled.map(({ context }) => context.claim?.key)).toEqual(["v1:post:C9xSample01", "v1:post:other"])
    expect(handled[0]?.context.eventKey).toBe("v1:keyword:C9xSample01:rule_a")
    expect(duplicates.map(({ event }) => event.rule.id)).toEqual(["rule_b", "rule_trending"])
  })
})

describe("the idempotency key of the header", () => {
  it("on another event is told, and that event is handled", async () => {
    const { receiver, handled, conflicts } = makeReceiver()
    const [first, second] = await ofRules()
    await receiver.handle(replay(first, { key: "evt" }))
    await receiver.handle(replay(first, { key: "evt" }))
    expect(conflicts).toEqual([])
    await receiver.handle(replay(second, { key: "evt" }))
    expect(handled).toHaveLength(2)
    expect(conflicts).toEqual([
      {
        idempotencyKey: "evt",
        firstEventKey: "v1:keyword:C9xSample01:rule_a",
        eventKey: "v1:keyword:C9xSample01:rule_b"
      }
    ])
  })

  it("of a request that was not verified is not remembered", async () => {
    const { receiver, conflicts } = makeReceiver()
    const [first, second] = await ofRules()
    const forged = { ...replay(first, { key: "evt" }), body: new TextEncoder().encode("{}") }
    expect((await receiver.handle(forged)).code).toBe("no_match")
    await receiver.handle(replay(second, { key: "evt" }))
    expect(conflicts).toEqual([])
  })

  it("is forgotten, the oldest first, so that memory stays bounded", async () => {
    const { receiver, conflicts } = makeReceiver()
    const [first, second] = await ofRules()
    for (let index = 0; index <= 10_000; index += 1) await receiver.handle(replay(first, { key: `evt_${index}` }))
    await receiver.handle(replay(second, { key: "evt_0" }))
    await receiver.handle(replay(second, { key: "evt_10000" }))
    expect(conflicts.map(({ idempotencyKey }) => idempotencyKey)).toEqual(["evt_10000"])
  })
})
