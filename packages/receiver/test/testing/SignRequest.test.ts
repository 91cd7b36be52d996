import { createHmac } from "node:crypto"
import { inspect } from "node:util"
import {
  expire,
  postdate,
  rotate,
  sampleEvent,
  sampleTestEvent,
  sampleTrendingEvent,
  type SignedRequest,
  signRequest,
  tamperBody,
  tamperSignature,
  wrongSecret
} from "@heddle/receiver/testing"
import { describe, expect, it } from "vitest"
import { makeReceiver, otherSecret, secret, sign, start } from "../support/Fixtures.ts"

const codeOf = async (signed: SignedRequest, secrets: string | ReadonlyArray<string> = secret) =>
  (await makeReceiver({ secrets }).receiver.handle(signed)).code

describe("signRequest", () => {
  it("signs the bytes as the service does", async () => {
    const body = JSON.stringify(sampleEvent())
    const signed = await signRequest({ secrets: [otherSecret, secret], body, at: start, key: "evt_7", attempt: 3 })
    const v1 = (key: string) => createHmac("sha256", key).update(`${start},${body}`).digest("hex")
    expect(signed.headers).toEqual({
      "Content-Type": "application/json",
      "X-Service-Signature": `t=${start},v1=${v1(otherSecret)},v1=${v1(secret)}`,
      "X-Service-Idempotency-Key": "evt_7",
      "X-Service-Delivery-Attempt": "3"
    })
  })

  it("takes the time as a Date, as Unix seconds or from the clock", async () => {
    const at = new Date(start * 1000 + 999)
    expect((await signRequest({ secrets: secret, body: "{}", at })).headers["X-Service-Signature"]).toMatch(
      new RegExp(`^t=${start},`)
    )
    const { receiver } = makeReceiver({ now: Date.now })
    expect((await receiver.handle(await signRequest({ secrets: secret, body: sampleEvent() }))).code).toBe("handled")
  })

  it("makes a Request as often as it is asked", async () => {
    const signed = await sign({ url: "https://me.example/hooks?a=1" })
    const { receiver } = makeReceiver()
    const codes = [(await receiver.fetch(signed.request())).status, (await receiver.fetch(signed.request())).status]
    expect(codes).toEqual([200, 200])
    expect(signed.request().url).toBe("https://me.example/hooks?a=1")
  })

  it("shows its secret nowhere", async () => {
    const signed = await rotate(await sign(), otherSecret)
    const shown = inspect(signed, { showHidden: true, depth: 9 }) + JSON.stringify(signed)
    expect(shown).not.toContain(secret)
    expect(shown).not.toContain(otherSecret)
  })
})

describe("samples", () => {
  it.each([
    ["keyword", sampleEvent({ post: { like_count: 7 }, rule: { keyword: "咖啡" } })],
    ["trending", sampleTrendingEvent({ post: { like_count: 7 } })],
    ["test", sampleTestEvent({ post: { like_count: 7 } })]
  ])("of type %s are valid and can be changed", async (type, body) => {
    const { receiver, handled } = makeReceiver()
    expect((await receiver.handle(await sign({ body }))).code).toBe("handled")
    expect(handled[0]?.event).toMatchObject({ post: { like_count: 7 }, rule: { type } })
  })
})

describe("attacks", () => {
  it.each([
    ["tamperBody", tamperBody, "no_match"],
    ["tamperSignature", tamperSignature, "no_match"],
    ["wrongSecret", wrongSecret, "no_match"],
    ["expire", expire, "too_old"],
    ["expire by less than the tolerance", (signed: SignedRequest) => expire(signed, 299), "handled"],
    ["postdate", postdate, "too_new"],
    [
      "no header",
      (signed: SignedRequest) => signed.with({ headers: { "X-Service-Signature": undefined } }),
      "missing_header"
    ]
  ])("%s is answered as it should be", async (_name, attack, code) => {
    expect(await codeOf(await attack(await sign()))).toBe(code)
  })

  it("in a rotation, receivers with either secret or both accept", async () => {
    const signed = await rotate(await sign(), otherSecret)
    for (const secrets of [secret, otherSecret, [secret, otherSecret]])
      expect(await codeOf(signed, secrets)).toBe("handled")
  })
})
