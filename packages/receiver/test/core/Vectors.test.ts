import { describe, expect, it } from "vitest"
import { anyMatch, hmac, toHex } from "../../src/core/Signature.ts"
import vectors from "../fixtures/wycheproof-hmac-sha256.json" with { type: "json" }

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"))
const macOf = async (key: string, message: string) =>
  hmac(
    await crypto.subtle.importKey("raw", bytes(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]),
    bytes(message)
  )

const rows = vectors.rows.map(([id, key, message, tag, result]) => ({
  id: Number(id),
  key: String(key),
  message: String(message),
  tag: String(tag),
  valid: result === "valid"
}))

describe("Wycheproof HMAC-SHA256", () => {
  it("full tags are judged as published, truncated ones never match", async () => {
    let accepted = 0
    for (const { id, key, message, tag, valid } of rows) {
      const matched = anyMatch([await macOf(key, message)], [tag])
      expect({ id, matched }).toEqual({ id, matched: valid && tag.length === 64 })
      accepted += matched ? 1 : 0
    }
    expect(rows.length).toBe(174)
    expect(accepted).toBeGreaterThan(20)
  })
})

describe("RFC 4231", () => {
  it("case 2", async () => {
    const mac = await macOf(
      Buffer.from("Jefe").toString("hex"),
      Buffer.from("what do ya want for nothing?").toString("hex")
    )
    expect(toHex(mac)).toBe("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  })
})
