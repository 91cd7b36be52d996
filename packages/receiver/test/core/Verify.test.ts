import { createHmac } from "node:crypto"
import { verify } from "@heddle/receiver"
import { signRequest, tamperBody } from "@heddle/receiver/testing"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { runs } from "../../../../test/support/Runs.ts"
import { makeReceiver, otherSecret, secret, sign, start } from "../support/Fixtures.ts"

const now = () => start * 1000
const secrets = fc
  .string({ unit: "grapheme-ascii", minLength: 16, maxLength: 80 })
  .filter((text) => !/[\s,"'`]/.test(text) && new Set(text.replace(/^whsec_/, "")).size > 1 && text.length > 22)
const bytes = fc.uint8Array({ maxLength: 3000 })

const attempt = (options: Parameters<typeof verify>[0]) =>
  verify({ now, ...options }).then(
    () => "verified",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error)
  )

describe("signatures", () => {
  it("any bytes under any secret are signed as `t,body`, verify and come back unchanged", async () => {
    const property = fc.asyncProperty(secrets, bytes, async (key, body) => {
      const signed = await signRequest({ secrets: key, body, at: start })
      const expected = createHmac("sha256", key).update(`${start},`).update(body).digest("hex")
      expect(signed.headers["X-Service-Signature"]).toBe(`t=${start},v1=${expected}`)
      expect(await verify({ ...signed, secrets: key, now })).toEqual({ signedAt: start, body: new Uint8Array(body) })
    })
    await fc.assert(property, { numRuns: 500 })
  })

  it("a change of any one bit of the body is refused", async () => {
    const property = fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 400 }), fc.nat(), async (body, bit) => {
      const signed = await signRequest({ secrets: secret, body, at: start })
      expect(await attempt({ ...tamperBody(signed, bit % (body.length * 8)), secrets: secret })).toBe("no_match")
    })
    await fc.assert(property, { numRuns: runs(2_500) })
  })

  it("a change of any one bit of the header is refused", async () => {
    const signed = await signRequest({ secrets: secret, body: "{}", at: start })
    const header = signed.headers["X-Service-Signature"] ?? ""
    for (let bit = 0; bit < header.length * 7; bit += 1) {
      const index = Math.floor(bit / 7)
      const changed = String.fromCodePoint((header.codePointAt(index) ?? 0) ^ (1 << (bit % 7)))
      const value = header.slice(0, index) + changed + header.slice(index + 1)
      expect(await attempt({ ...signed, headers: { "X-Service-Signature": value }, secrets: secret })).not.toBe(
        "verified"
      )
    }
  })

  it("bytes that decode to the same text are not the same body", async () => {
    const signed = await signRequest({ secrets: secret, body: Uint8Array.from([0xef, 0xbf, 0xbd]), at: start })
    expect(await attempt({ ...signed, body: Uint8Array.from([0xff]), secrets: secret })).toBe("no_match")
  })

  it("the comma between t and body cannot be moved", async () => {
    const signed = await signRequest({ secrets: secret, body: "1,{}", at: start })
    const header = (signed.headers["X-Service-Signature"] ?? "").replace(`t=${start}`, `t=${start},1`)
    const body = new TextEncoder().encode("{}")
    expect(await attempt({ headers: { "X-Service-Signature": header }, body, secrets: secret })).toBe(
      "malformed_header"
    )
  })

  it("a buffer reused while its request waits does not reach the handler", async () => {
    const signed = await sign()
    const { receiver, handled } = makeReceiver()
    const pending = receiver.handle(signed)
    signed.body.fill(0x78)
    expect([(await pending).code, handled]).toEqual(["no_match", []])
  })

  it("a slice of a larger buffer is hashed alone", async () => {
    const signed = await signRequest({ secrets: secret, body: "inside", at: start })
    const pool = Buffer.concat([Buffer.from("before"), signed.body, Buffer.from("after")])
    expect(await attempt({ ...signed, body: pool.subarray(6, 12), secrets: secret })).toBe("verified")
  })
})

describe("rotation", () => {
  it.each([
    ["old and new in the header, old receiver", [otherSecret, secret], [secret], "verified"],
    ["old and new in the header, new receiver", [otherSecret, secret], [otherSecret], "verified"],
    ["old and new on both sides", [otherSecret, secret], [secret, otherSecret], "verified"],
    ["new in the header, both on the receiver", [otherSecret], [secret, otherSecret], "verified"],
    ["new in the header, old receiver", [otherSecret], [secret], "no_match"]
  ])("with %s", async (_, sending, receiving, outcome) => {
    const signed = await signRequest({ secrets: sending, body: "{}", at: start })
    expect(await attempt({ ...signed, secrets: receiving })).toBe(outcome)
  })
})

describe("freshness", () => {
  it.each([
    [300, -301, "too_new"],
    [300, -300, "verified"],
    [300, 0, "verified"],
    [300, 300, "verified"],
    [300, 301, "too_old"],
    [1, 2, "too_old"],
    [3600, 3600, "verified"]
  ])("with a tolerance of %i s, signed %i s ago: %s", async (toleranceSeconds, age, outcome) => {
    const signed = await signRequest({ secrets: secret, body: "{}", at: start - age })
    expect(await attempt({ ...signed, secrets: secret, toleranceSeconds })).toBe(outcome)
  })

  it("a broken clock fails closed", async () => {
    const signed = await signRequest({ secrets: secret, body: "{}", at: start })
    expect(await attempt({ ...signed, secrets: secret, now: () => Number.NaN })).toBe("too_old")
  })
})
