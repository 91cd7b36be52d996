import { isKeyword, isTest, isTrending, type WebhookEvent } from "@heddle/receiver"
import { sampleEvent, sampleTestEvent, sampleTrendingEvent } from "@heddle/receiver/testing"
import * as fc from "fast-check"
import { describe, expect, expectTypeOf, it } from "vitest"
import { runs } from "../../../../test/support/Runs.ts"
import { makeReceiver, sign } from "../support/Fixtures.ts"

const receive = async (body: unknown) => {
  const { receiver, handled, errors } = makeReceiver()
  const bytes = body instanceof Uint8Array ? body : JSON.stringify(body)
  const reply = await receiver.handle(await sign({ body: bytes }))
  return { reply, handled, message: errors[0]?.message }
}

/** The sample with one field replaced, or removed when the value is undefined. */
function sampleWith(path: string, value: unknown): unknown {
  const [part = "", name] = path.split(".")
  const event: Record<string, unknown> = { ...sampleEvent() }
  const inner = event[part]
  event[part] = name === undefined ? value : { ...(typeof inner === "object" ? inner : {}), [name]: value }
  return event
}

describe("valid events", () => {
  it.each([
    ["keyword", sampleEvent()],
    ["trending", sampleTrendingEvent()],
    ["test", sampleTestEvent()],
    ["no view data", sampleEvent({ post: { impression_count: null } })],
    ["view data", sampleEvent({ post: { impression_count: 12 } })],
    ["no media", sampleEvent({ post: { media_url: [] } })],
    ["an empty caption", sampleEvent({ post: { caption: "" } })]
  ])("accepts %s", async (_, event) => {
    const { reply, handled } = await receive(event)
    expect(reply.code).toBe("handled")
    expect(handled[0]?.event).toEqual(event)
  })

  it("unknown fields pass, wherever they stand", async () => {
    const event = { ...sampleEvent(), extra: 1, post: { ...sampleEvent().post, quote_count: 3 } }
    expect((await receive(event)).handled[0]?.event).toEqual(event)
  })

  it("a byte order mark before the JSON is no obstacle", async () => {
    const body = new TextEncoder().encode(`\uFEFF${JSON.stringify(sampleEvent())}`)
    expect((await receive(body)).reply.code).toBe("handled")
  })
})

describe("invalid events", () => {
  it.each([
    ["post", undefined, "post must be an object."],
    ["post", [], "post must be an object."],
    ["user", null, "user must be an object."],
    ["rule", "keyword", "rule must be an object."],
    ["post.url", undefined, "post.url is missing."],
    ["post.code", "", "post.code must be a string of 1 to 512 characters."],
    ["post.code", "c".repeat(513), "post.code must be a string of 1 to 512 characters."],
    ["post.code", 7, "post.code must be a string of 1 to 512 characters."],
    ["post.caption", null, "post.caption must be a string."],
    ["post.is_reply", "false", "post.is_reply must be true or false."],
    ["post.like_count", "12", "post.like_count must be an integer."],
    ["post.reply_count", 1.5, "post.reply_count must be an integer."],
    ["post.repost_count", null, "post.repost_count must be an integer."],
    ["post.reshare_count", undefined, "post.reshare_count is missing."],
    ["post.impression_count", "many", "post.impression_count must be an integer or null."],
    ["post.post_timestamp", 1e300, "post.post_timestamp must be an integer."],
    ["post.media_url", "https://…", "post.media_url must be an array of strings."],
    ["post.media_url", [1], "post.media_url must be an array of strings."],
    ["user.username", undefined, "user.username is missing."],
    ["user.full_name", 1, "user.full_name must be a string."],
    ["user.profile_picture", false, "user.profile_picture must be a string."],
    ["rule.id", undefined, "rule.id is missing."],
    ["rule.type", "webhook", 'rule.type must be "keyword", "trending" or "test".'],
    ["rule.type", "trending", "rule.keyword must be null."],
    ["rule.type", "test", 'rule.id must be "test".'],
    ["rule.keyword", null, "rule.keyword must be a string."]
  ])("%s = %j", async (path, value, message) => {
    const received = await receive(sampleWith(path, value))
    expect(received.reply).toMatchObject({ code: "invalid_event", status: 422 })
    expect(received.message).toBe(message)
    expect(received.handled).toEqual([])
  })

  it.each([
    ["nothing", ""],
    ["broken JSON", '{"post":'],
    ["two values", "{}{}"],
    ["NUL", "\u0000"]
  ])("%s is invalid JSON", async (_, text) => {
    const { reply } = await receive(new TextEncoder().encode(text))
    expect(reply).toMatchObject({ code: "invalid_json", status: 422 })
  })

  it("invalid UTF-8 is refused, not replaced", async () => {
    const body = new TextEncoder().encode(JSON.stringify(sampleEvent({ post: { caption: "X" } })))
    body[body.indexOf(0x58)] = 0xff
    expect((await receive(body)).reply.code).toBe("invalid_json")
  })

  it("any JSON at all gets an answer, never an exception", async () => {
    const { receiver } = makeReceiver()
    const property = fc.asyncProperty(fc.jsonValue({ noUnicodeString: false }), async (value) => {
      const reply = await receiver.handle(await sign({ body: JSON.stringify(value) }))
      expect(reply.code).toBe("invalid_event")
    })
    await fc.assert(property, { numRuns: runs(500) })
  })
})

describe("narrowing", () => {
  it("follows rule.type", () => {
    const events: Array<WebhookEvent> = [sampleEvent(), sampleTrendingEvent(), sampleTestEvent()]
    expect(events.map(isKeyword)).toEqual([true, false, false])
    expect(events.map(isTrending)).toEqual([false, true, false])
    expect(events.map(isTest)).toEqual([false, false, true])
    for (const event of events) {
      if (isKeyword(event)) expectTypeOf(event.rule.keyword).toEqualTypeOf<string>()
      if (isTrending(event)) expectTypeOf(event.rule.keyword).toEqualTypeOf<null>()
      if (isTest(event)) expectTypeOf(event.rule.id).toEqualTypeOf<"test">()
    }
  })
})
