import { describe, expect, it } from "vitest"
import * as node from "../../src/core/crypto/NodeCrypto.ts"
import * as web from "../../src/core/crypto/WebCrypto.ts"
import vectors from "../fixtures/wycheproof-hmac-sha256.json" with { type: "json" }

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"))
const text = (value: string) => Buffer.from(value).toString("hex")

const paths = [
  {
    name: "node:crypto",
    equals: node.equals,
    hash: (key: string, message: string) => node.hash([node.importKey(bytes(key))], "", bytes(message))
  },
  {
    name: "WebCrypto",
    equals: web.equals,
    hash: (key: string, message: string) => web.hash([web.importKey(bytes(key))], "", bytes(message))
  }
]

const rows = vectors.rows.map(([id, key, message, tag, result]) => ({
  id: Number(id),
  key: String(key),
  message: String(message),
  tag: String(tag),
  valid: result === "valid"
}))

describe.each(paths)("$name", ({ hash, equals }) => {
  const macOf = async (key: string, message: string) => (await hash(key, message)).macs[0] ?? ""

  it("Wycheproof: full tags are judged as published, truncated ones never match", async () => {
    let accepted = 0
    for (const { id, key, message, tag, valid } of rows) {
      const matched = equals(await macOf(key, message), tag)
      expect({ id, matched }).toEqual({ id, matched: valid && tag.length === 64 })
      accepted += matched ? 1 : 0
    }
    expect(rows.length).toBe(174)
    expect(accepted).toBeGreaterThan(20)
  })

  it.each([
    ["case 1", "0b".repeat(20), text("Hi There"), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
    [
      "case 2",
      text("Jefe"),
      text("what do ya want for nothing?"),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ],
    ["case 3", "aa".repeat(20), "dd".repeat(50), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"],
    [
      "case 4",
      "0102030405060708090a0b0c0d0e0f10111213141516171819",
      "cd".repeat(50),
      "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
    ],
    [
      "case 6",
      "aa".repeat(131),
      text("Test Using Larger Than Block-Size Key - Hash Key First"),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ],
    [
      "case 7",
      "aa".repeat(131),
      text(
        "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm."
      ),
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
    ]
  ])("RFC 4231 %s", async (_, key, message, mac) => {
    expect(await macOf(key, message)).toBe(mac)
  })

  it("only whole equal texts are equal", () => {
    expect(equals("ab", "ab")).toBe(true)
    for (const other of ["", "a", "abc", "aB", "ba"]) expect(equals("ab", other)).toBe(false)
  })
})
