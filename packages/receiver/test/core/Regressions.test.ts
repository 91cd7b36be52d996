/** Faults that receivers of other services had, one test each; those of the header's grammar are in SignatureHeader.test.ts. */
import { createHmac } from "node:crypto"
import { runInNewContext } from "node:vm"
import { verify } from "@heddle/receiver"
import { sampleEvent } from "@heddle/receiver/testing"
import { describe, expect, it } from "vitest"
import { makeReceiver, secret, sign, start } from "../support/Fixtures.ts"

const name = "X-Service-Signature"
const now = () => start * 1000
const codeOf = async (headers: Readonly<Record<string, string>>, body: Uint8Array) =>
  (await makeReceiver().receiver.handle({ headers, body })).code
const bytes = (text: string) => new TextEncoder().encode(text)

describe("the key", () => {
  it("an empty one never verifies anything (svix 1.99, stripe until 2026, convoy.js)", async () => {
    const body = bytes("{}")
    const forged = createHmac("sha256", "").update(`${start},`).update(body).digest("hex")
    const headers = { [name]: `t=${start},v1=${forged}` }
    for (const secrets of ["", "whsec_", []]) {
      await expect(verify({ secrets, headers, body, now })).rejects.toMatchObject({ name: "ReceiverConfigError" })
    }
    expect(await codeOf(headers, body)).toBe("no_match")
  })

  it("one secret that was refused is refused the next time too", async () => {
    const signed = await sign()
    for (let time = 0; time < 3; time += 1) {
      await expect(verify({ ...signed, secrets: "whsec_short", now })).rejects.toMatchObject({ code: "weak_secret" })
    }
  })

  it("more secrets than are kept imported all work", async () => {
    const secrets = Array.from({ length: 1100 }, (_, index) => `${secret}${index}`)
    for (const one of [...secrets, ...secrets.slice(0, 10)]) {
      const signed = await sign({ secrets: one })
      expect((await verify({ ...signed, secrets: one, now })).signedAt).toBe(start)
    }
  })
})

describe("the comparison", () => {
  it("is with each v1 alone, not with what they have in common", async () => {
    const signed = await sign()
    const mac = (signed.headers[name] ?? "").slice(-64)
    const halves = `t=${start},v1=${mac.slice(0, 32)}${"0".repeat(32)},v1=${"0".repeat(32)}${mac.slice(32)}`
    expect(await codeOf({ [name]: halves }, signed.body)).toBe("no_match")
  })
})

describe("the signed text", () => {
  it.each([
    ["white space", '{"a": 1}'],
    ["an integer above 2^53", '{"a":9007199254740993}'],
    ["an escaped letter", String.raw`{"a":"\u00e9"}`],
    ["keys like integers", '{"b":1,"1":2}'],
    ["a key twice", '{"a":1,"a":2}'],
    ["a long decimal", '{"a":0.1000000000000000055511151231257827}']
  ])("JSON parsed and written again is not what was signed, and the hint says so: %s (clerk)", async (_, text) => {
    const signed = await sign({ body: text })
    const again = bytes(JSON.stringify(JSON.parse(text)))
    const reply = await makeReceiver().receiver.handle({ ...signed, body: again })
    expect([reply.code, reply.body]).toEqual(["no_match", expect.stringContaining("not re-serialised JSON")])
    expect(await codeOf(signed.headers, signed.body)).toBe("invalid_event")
  })
})

describe("shapes of requests", () => {
  it("Headers, plain objects, lists and any spelling of names are read alike (standardwebhooks)", async () => {
    const signed = await sign()
    const value = signed.headers[name] ?? ""
    for (const headers of [
      new Headers({ [name]: value }),
      { "x-service-signature": value },
      { "X-SERVICE-SIGNATURE": [value] }
    ]) {
      expect((await verify({ secrets: secret, headers, body: signed.body, now })).signedAt).toBe(start)
    }
  })

  it("what is no text under the name of a header is no header, for verify as well", async () => {
    const { body } = await sign()
    for (const text of [
      "null",
      "1",
      '"t=1"',
      "[]",
      "{}",
      ...["null", "1", "{}", "[1]"].map((of) => `{"${name}":${of}}`)
    ]) {
      const attempt = verify({ secrets: secret, headers: JSON.parse(text), body, now })
      await expect(attempt).rejects.toMatchObject({ code: "missing_header", status: 400 })
    }
  })

  it("bytes of another realm are bytes, decoded text is not (standardwebhooks)", async () => {
    const signed = await sign()
    const foreign: Uint8Array = runInNewContext("Uint8Array.from(numbers)", { numbers: Array.from(signed.body) })
    expect(foreign instanceof Uint8Array).toBe(false)
    expect(await codeOf(signed.headers, foreign)).toBe("handled")
    for (const parsed of [
      JSON.stringify(sampleEvent()),
      sampleEvent(),
      null,
      [1],
      new ArrayBuffer(2),
      new Uint16Array(2)
    ]) {
      const body: Uint8Array = Object.assign({ body: new Uint8Array() }, { body: parsed }).body
      expect(await codeOf(signed.headers, body)).toBe("body_consumed")
    }
  })

  it("nothing that a stranger sends throws (octokit, CVE-2023-50728)", async () => {
    const { receiver } = makeReceiver()
    const odd = [undefined, null, 1, "", "{", [], {}, new Map(), () => {}]
    for (const headers of odd) {
      for (const body of odd) {
        const request = Object.assign({ headers: {}, body: new Uint8Array() }, { headers, body })
        expect((await receiver.handle(request)).status).toBeGreaterThanOrEqual(400)
      }
    }
  })
})
