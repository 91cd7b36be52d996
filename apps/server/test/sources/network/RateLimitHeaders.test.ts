/** How networks say when they may be asked again. */
import { assert, it } from "@effect/vitest"
import { rateLimitOf } from "../../../src/sources/network/RateLimitHeaders.ts"

const now = Date.parse("2026-11-23T10:00:00Z")

it("a refusal waits as long as Retry-After says, or until the window begins anew", () => {
  assert.deepStrictEqual(rateLimitOf(429, { "retry-after": "7" }, now), { isUsedUp: true, waitMillis: 7_000 })
  assert.deepStrictEqual(rateLimitOf(429, { "retry-after": "Mon, 23 Nov 2026 10:00:09 GMT" }, now).waitMillis, 9_000)
  assert.deepStrictEqual(rateLimitOf(429, { "ratelimit-reset": "20" }, now).waitMillis, 20_000)
  assert.deepStrictEqual(rateLimitOf(429, {}, now), { isUsedUp: true, waitMillis: null })
  assert.deepStrictEqual(rateLimitOf(429, { "retry-after": "soon" }, now).waitMillis, null)
})

it("the window ends at a date, at Unix seconds, or after some seconds", () => {
  for (const reset of ["2026-11-23T10:00:30.000Z", String(now / 1_000 + 30), "30"]) {
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset }
    assert.deepStrictEqual(rateLimitOf(200, headers, now), { isUsedUp: true, waitMillis: 30_000 })
  }
})

it("a window with requests left, or without an end, stops nothing", () => {
  assert.isFalse(rateLimitOf(200, { "ratelimit-remaining": "1", "ratelimit-reset": "30" }, now).isUsedUp)
  assert.isFalse(rateLimitOf(200, { "ratelimit-remaining": "0" }, now).isUsedUp)
  assert.isFalse(rateLimitOf(200, {}, now).isUsedUp)
  // A window that ended already.
  assert.strictEqual(rateLimitOf(429, { "x-ratelimit-reset": "2026-11-23T09:00:00Z" }, now).waitMillis, 0)
})
