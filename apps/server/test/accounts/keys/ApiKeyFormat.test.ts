/** The format of keys (decisions, "Keys, accounts, plans"): typos are detected offline. */
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { describeKey, generateKey, isWellFormedKey } from "../../../src/accounts/keys/ApiKeyFormat.ts"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** A new key each time; fast-check chooses where to damage it. */
const key = fc.constant(0).map(generateKey)

describe("API key format", () => {
  it("is hdl_, 32 base62 characters and their CRC-32 in 6 more", () => {
    // The checksums are from another implementation.
    for (const known of ["hdl_000000000000000000000000000000000rI5Wx", "hdl_0123456789ABCDEFGHIJKLMNOPQRSTUV3qdsvE"]) {
      assert.isTrue(isWellFormedKey(known), known)
    }
    const keys = Array.from({ length: 500 }, generateKey)
    for (const made of keys) {
      assert.match(made, /^hdl_[0-9A-Za-z]{38}$/)
      assert.isTrue(isWellFormedKey(made))
    }
    assert.strictEqual(new Set(keys).size, keys.length)
    const used = new Set(keys.flatMap((made) => made.slice(4, 36).split("")))
    assert.strictEqual(used.size, 62, "every character of the alphabet occurs")
  })

  it("every single wrong character and every swap of neighbours is found", () => {
    fc.assert(
      fc.property(key, fc.integer({ min: 4, max: 41 }), fc.constantFrom(...alphabet), (made, at, other) => {
        fc.pre(made[at] !== other)
        assert.isFalse(isWellFormedKey(made.slice(0, at) + other + made.slice(at + 1)))
      })
    )
    fc.assert(
      fc.property(key, fc.integer({ min: 4, max: 40 }), (made, at) => {
        const [a = "", b = ""] = made.slice(at, at + 2)
        fc.pre(a !== b)
        assert.isFalse(isWellFormedKey(made.slice(0, at) + b + a + made.slice(at + 2)))
      })
    )
  })

  it("anything else is no key", () => {
    const made = generateKey()
    const others = [
      "",
      "hdl_",
      made.slice(1),
      made.slice(0, -1),
      `${made}0`,
      ` ${made}`,
      `${made}\n`,
      made.toUpperCase()
    ]
    for (const other of others) assert.isFalse(isWellFormedKey(other), other)
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !isWellFormedKey(text)))
  })

  it("what is shown of a key afterwards does not reveal it", () => {
    const made = generateKey()
    assert.deepStrictEqual(describeKey(made), { prefix: made.slice(0, 8), lastFour: made.slice(-4) })
  })
})
