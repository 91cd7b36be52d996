/** `Idempotency-Key` is a string of RFC 9651; we also accept it without quotes. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import fc from "fast-check"
import { runs } from "../../../test/support/Runs.ts"
import { IdempotencyKey } from "../src/IdempotencyKey.ts"

const decode = Schema.decodeUnknownSync(IdempotencyKey)
const encode = Schema.encodeSync(IdempotencyKey)
const accepts = (text: string): boolean => {
  const result = Schema.decodeUnknownOption(IdempotencyKey)(text)
  return result._tag === "Some"
}

const visible = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) })
const keys = visible.filter(({ length }) => length >= 1 && length <= 255)

describe("Idempotency-Key", () => {
  it("is read quoted and bare", () => {
    assert.strictEqual(decode('"8e03978e-40d5-43dd-bc93-6894a57f9324"'), "8e03978e-40d5-43dd-bc93-6894a57f9324")
    assert.strictEqual(decode("8e03978e-40d5-43dd-bc93-6894a57f9324"), "8e03978e-40d5-43dd-bc93-6894a57f9324")
  })

  it("resolves the two escapes of a quoted string", () => {
    assert.strictEqual(decode(String.raw`"a\"b"`), 'a"b')
    assert.strictEqual(decode(String.raw`"a\\b"`), String.raw`a\b`)
  })

  it("of any visible characters comes back from its encoded form", () => {
    fc.assert(
      fc.property(keys, (key) => {
        assert.strictEqual(decode(encode(key)), key)
      }),
      { numRuns: runs(300) }
    )
  })

  it("has 1 to 255 characters, counted without quotes and escapes", () => {
    assert.isTrue(accepts("a".repeat(255)))
    assert.isFalse(accepts("a".repeat(256)))
    assert.isTrue(accepts(`"${String.raw`\"`.repeat(255)}"`))
    assert.isFalse(accepts(`"${String.raw`\"`.repeat(256)}"`))
  })

  for (const text of [
    "",
    '""',
    '"',
    "a b",
    '"a b"',
    '"open',
    'a"b',
    String.raw`"a\nb"`,
    String.raw`a\b`,
    '"a"b',
    '"a";p=1',
    "ключ",
    "a\n"
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.isFalse(accepts(text))
    })
  }
})
