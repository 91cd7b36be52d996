import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { maxRetries, parseRetryAfter, retryDelayMillis } from "../../../src/webhooks/delivery/RetryPolicy.ts"

const second = 1_000
const minute = 60 * second

describe("retryDelayMillis", () => {
  it("is 30 s × 2^n for ten retries and then ends (golden table, no jitter)", () => {
    const table = Array.from({ length: maxRetries + 1 }, (_, index) => retryDelayMillis(index + 1, 0, null))
    const expected = [30, 60, 120, 240, 480, 960, 1_920, 3_840, 7_680, 15_360].map((seconds) => seconds * second)
    assert.deepStrictEqual(table, [...expected, null])
  })

  it("is never earlier than without jitter, and at most a tenth later", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: maxRetries }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failures, jitter) => {
          const plain = retryDelayMillis(failures, 0, null) ?? Number.NaN
          const delay = retryDelayMillis(failures, jitter, null) ?? Number.NaN
          assert.isAtLeast(delay, plain)
          assert.isAtMost(delay, plain * 1.1)
        }
      )
    )
  })

  it("honours Retry-After up to an hour and never comes earlier for it", () => {
    assert.strictEqual(retryDelayMillis(1, 0, 5 * minute), 5 * minute)
    assert.strictEqual(retryDelayMillis(1, 0, 5 * second), 30 * second)
    assert.strictEqual(retryDelayMillis(1, 0, 48 * 60 * minute), 60 * minute)
  })
})

describe("Retry-After", () => {
  it("never brings an attempt forward, and delays it by an hour at most", () => {
    const failures = fc.integer({ min: 1, max: maxRetries })
    const jitter = fc.double({ min: 0, max: 0.999, noNaN: true })
    fc.assert(
      fc.property(failures, jitter, fc.nat(100 * 60 * minute), (count, random, requested) => {
        const without = retryDelayMillis(count, random, null) ?? Number.NaN
        const delay = retryDelayMillis(count, random, requested) ?? Number.NaN
        assert.strictEqual(delay, Math.max(without, Math.min(requested, 60 * minute)))
      })
    )
  })

  it("gives no retry to an event that has none left", () => {
    assert.isNull(retryDelayMillis(maxRetries + 1, 0.5, 5 * minute))
  })
})

describe("parseRetryAfter", () => {
  it.each([
    [undefined, null],
    ["120", 120_000],
    [" 7 ", 7_000],
    ["Thu, 01 Jan 1970 00:02:00 GMT", 120_000],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
    ["Thursday, 01-Jan-70 00:02:00 GMT", 120_000],
    ["Thu Jan  1 00:02:00 1970", 120_000],
    ["100000000000", 1e14],
    ["1.5", null],
    ["120, 60", null],
    ["1970-01-01T00:02:00Z", null],
    ["soon", null],
    ["-5", null]
  ])("%s is %s ms at the epoch", (value, expected) => {
    assert.strictEqual(parseRetryAfter(value, 0), expected)
  })
})
