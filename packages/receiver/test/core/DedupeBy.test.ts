import { sampleEvent, sampleTrendingEvent } from "@heddle/receiver/testing"
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
