/** One-time codes are those of every authenticator app: the test vectors of RFC 6238 and RFC 4648. */
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { base32, codeAt, otpauthUri, stepAt, stepOf } from "../../../src/accounts/sign-in/Totp.ts"

const secret = new TextEncoder().encode("12345678901234567890")

describe("one-time codes", () => {
  it("are those of RFC 6238", () => {
    const vectors = [
      [59, "287082"],
      [1_111_111_109, "081804"],
      [1_111_111_111, "050471"],
      [1_234_567_890, "005924"],
      [2_000_000_000, "279037"],
      [20_000_000_000, "353130"]
    ] as const
    for (const [seconds, code] of vectors) assert.strictEqual(codeAt(secret, stepAt(seconds * 1000)), code)
  })

  it("count in their period, the one before and the one after", () => {
    fc.assert(
      fc.property(fc.nat({ max: 60_000_000 }), fc.integer({ min: -5, max: 5 }), (step, away) => {
        const now = (step + 10) * 30_000 + 12_345
        const found = stepOf(secret, codeAt(secret, step + 10 + away), now)
        // Another period may have the same code by chance.
        if (Math.abs(away) <= 1) assert.isDefined(found)
        else if (found !== undefined) assert.isAtMost(Math.abs(found - step - 10), 1)
      })
    )
    for (const wrong of ["", "12345", "1234567", "abcdef", "１２３４５６"]) {
      assert.isUndefined(stepOf(secret, wrong, 59_000))
    }
  })

  it("come with an address that apps read", () => {
    const vectors = [
      ["", ""],
      ["f", "MY"],
      ["fo", "MZXQ"],
      ["foo", "MZXW6"],
      ["foob", "MZXW6YQ"],
      ["fooba", "MZXW6YTB"],
      ["foobar", "MZXW6YTBOI"]
    ] as const
    for (const [text, encoded] of vectors) assert.strictEqual(base32(new TextEncoder().encode(text)), encoded)
    const uri = new URL(otpauthUri("a+b@example.com", secret))
    assert.strictEqual(uri.protocol, "otpauth:")
    assert.strictEqual(uri.searchParams.get("secret"), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    assert.strictEqual(decodeURIComponent(uri.pathname).split("/").at(-1), "Heddle:a+b@example.com")
  })
})
