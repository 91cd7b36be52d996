import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { loggedRequestHeaders, loggedResponseHeaders } from "../../../src/webhooks/delivery/LoggedHeaders.ts"

describe("headers in the delivery log", () => {
  it.each([
    "set-cookie",
    "Set-Cookie",
    "cookie",
    "www-authenticate",
    "proxy-authenticate",
    "authorization",
    "proxy-authorization",
    "authentication-info",
    "x-auth-token",
    "x-api-key",
    "x-amz-security-token",
    "x-client-secret",
    "x-session-id"
  ])("%s is redacted", (name) => {
    assert.deepStrictEqual(loggedResponseHeaders([[name, "value"]]), { [name.toLowerCase()]: "[redacted]" })
  })

  it.each(["content-type", "retry-after", "server", "x-request-id", "cf-ray"])("%s is not", (name) => {
    assert.deepStrictEqual(loggedResponseHeaders([[name, "value"]]), { [name]: "value" })
  })

  it("at most 64 and 8 KiB, all storable", () => {
    const text = fc.string({ unit: "binary", maxLength: 3_000 })
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 100 }), (headers) => {
        const logged = Object.entries(loggedResponseHeaders(headers))
        assert.isAtMost(logged.length, 64)
        assert.isAtMost(Buffer.byteLength(logged.flat().join("")), 8 * 1_024)
        for (const part of logged.flat()) {
          assert.isTrue(part.isWellFormed())
          assert.notInclude(part, "\u0000")
        }
      })
    )
  })

  it("no whole signature is kept of what was sent", () => {
    const hex = "0123456789abcdef".repeat(4)
    const base64 = "AbCd+/01AbCd+/01AbCd+/01AbCd+/01AbCd+/01AbC="
    assert.deepStrictEqual(
      loggedRequestHeaders({
        "X-Service-Signature": `t=1,v1=${hex},v1=${hex}`,
        "webhook-signature": `v1,${base64} v1,${base64}`,
        "webhook-id": "evt_1"
      }),
      {
        "x-service-signature": "t=1,v1=01234567…,v1=01234567…",
        "webhook-signature": "v1,AbCd+/01… v1,AbCd+/01…",
        "webhook-id": "evt_1"
      }
    )
  })
})
