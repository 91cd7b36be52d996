/** The rate limit of an account: exact over every window, reported in headers, free of charge, and evicted. */
import { AccountId } from "@heddle/api"
import { assert, it, layer } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { pglite } from "../../../../test/support/Databases.ts"
import { runs } from "../../../../test/support/Runs.ts"
import { RateLimiter } from "../../src/runtime/RateLimiter.ts"
import { Settings } from "../../src/runtime/Settings.ts"
import { call, customer, ServedApi } from "../support/ServedApi.ts"
import { parseList } from "../support/StructuredFields.ts"
import { creditTables } from "../support/Tables.ts"
import { testServicesWith } from "../support/TestServices.ts"

const account = AccountId.make("a")

const limiterOf = (limit: string) =>
  RateLimiter.layer.pipe(
    Layer.provide(Settings.layer),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ HEDDLE_RATE_LIMIT: limit }))),
    Layer.fresh
  )

it.effect("no minute, wherever it begins, has more than the limit; and what is promised is kept", () =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.record({ pause: fc.nat(25_000), calls: fc.integer({ min: 1, max: 3 }) }), {
          minLength: 1,
          maxLength: 60
        }),
        (limit, requests) =>
          Effect.gen(function* () {
            const limiter = yield* RateLimiter
            const admitted: Array<{ readonly at: number; readonly calls: number }> = []
            let at = 0
            let promisedUntil: { readonly until: number; readonly remaining: number } | undefined
            for (const { pause, calls } of requests) {
              at += pause
              yield* TestClock.setTime(at)
              const quota = yield* limiter.take(account, calls)
              if (quota === undefined) return assert.fail("there is a limit")
              if (promisedUntil !== undefined && promisedUntil.remaining >= calls) assert.isTrue(quota.admitted)
              if (quota.admitted) admitted.push({ at, calls })
              else if (calls <= limit) {
                // After the reported time the request is admitted.
                const other = yield* Effect.provide(
                  Effect.gen(function* () {
                    const again = yield* RateLimiter
                    for (const { at: then, calls } of admitted) {
                      yield* TestClock.setTime(then)
                      yield* again.take(account, calls)
                    }
                    yield* TestClock.setTime(at + quota.resetSeconds * 1_000)
                    return yield* again.take(account, calls)
                  }),
                  limiterOf(String(limit)),
                  { local: true }
                )
                assert.isTrue(other?.admitted)
                assert.isBelow(quota.remaining, calls)
              }
              assert.isAbove(quota.resetSeconds, 0)
              assert.isAtMost(quota.resetSeconds, 61)
              promisedUntil = { until: at + quota.resetSeconds * 1_000, remaining: quota.remaining }
              for (const { at: start } of admitted) {
                const inWindow = admitted.filter((one) => one.at >= start && one.at < start + 60_000)
                assert.isAtMost(
                  inWindow.reduce((sum, { calls }) => sum + calls, 0),
                  limit
                )
              }
            }
          }).pipe(Effect.provide([limiterOf(String(limit)), TestClock.layer()]), Effect.runPromise)
      ),
      { numRuns: runs(60) }
    )
  )
)

it.effect("idle accounts are forgotten, others go on", () =>
  Effect.gen(function* () {
    const limiter = yield* RateLimiter
    for (let account = 0; account < 1_000; account++) yield* limiter.take(AccountId.make(`a${account}`))
    yield* TestClock.adjust("50 seconds")
    yield* limiter.take(AccountId.make("busy"))
    yield* TestClock.adjust("70 seconds")
    assert.isTrue((yield* limiter.take(AccountId.make("other")))?.admitted)
    assert.isAtMost(yield* limiter.size, 2)
  }).pipe(Effect.provide(limiterOf("600")))
)

it.effect("a clock that is set back locks nobody out, and forgets idle accounts as before", () =>
  Effect.gen(function* () {
    const limiter = yield* RateLimiter
    yield* TestClock.setTime(7_200_000)
    for (const id of ["a", "b", "c"]) yield* limiter.take(AccountId.make(id))
    yield* limiter.take(account)
    assert.isFalse((yield* limiter.take(account))?.admitted)
    yield* TestClock.setTime(3_600_000)
    const quota = yield* limiter.take(account)
    assert.deepStrictEqual(quota, { admitted: true, limit: 2, remaining: 1, resetSeconds: 61 })
    assert.strictEqual(yield* limiter.size, 1)
    yield* limiter.take(account)
    assert.isFalse((yield* limiter.take(account))?.admitted, "the limit still holds")
  }).pipe(Effect.provide(limiterOf("2")))
)

it.effect("0 is no limit", () =>
  Effect.gen(function* () {
    assert.isUndefined(yield* (yield* RateLimiter).take(account))
  }).pipe(Effect.provide(limiterOf("0")))
)

const served = ServedApi.layerNoDeps.pipe(
  Layer.provideMerge(testServicesWith({ HEDDLE_RATE_LIMIT: "5" })),
  Layer.provideMerge(pglite)
)

layer(served, { excludeTestServices: true, timeout: "60 seconds" })("Requests over HTTP", (it) => {
  it.effect("the sixth of five is a 429 that tells when; it is free and leaves nothing behind", () =>
    Effect.gen(function* () {
      const { id, key } = yield* customer({ plan: "lite", credits: 100 })
      const other = yield* customer({ plan: "lite", credits: 100 })
      const paths = [
        "/balance",
        "/post/search?keywords=a",
        "/post/search?limit=0",
        "/balance?x=1",
        "/webhook/endpoints"
      ]
      for (const [index, path] of paths.entries()) {
        const { headers } = yield* call(path, { key })
        assert.deepStrictEqual(parseList(headers.get("ratelimit-policy") ?? ""), [
          { value: "default", parameters: { q: 5, w: 60 } }
        ])
        const [left] = parseList(headers.get("ratelimit") ?? "")
        assert.strictEqual(left?.value, "default")
        assert.strictEqual(left?.parameters["r"], 4 - index)
        assert.isAtMost(left?.parameters["t"] ?? 99, 61)
        assert.isNull(headers.get("retry-after"))
      }
      const before = yield* creditTables(id)
      for (const path of paths) {
        const refused = yield* call(path, { key })
        assert.strictEqual(refused.status, 429)
        assert.strictEqual(refused.json["code"], "rate_limited")
        assert.strictEqual(refused.json["type"], "/problems/rate-limited")
        assert.strictEqual(refused.json["credits_consumed"], 0)
        assert.strictEqual(refused.json["request_id"], refused.headers.get("x-request-id"))
        const [left] = parseList(refused.headers.get("ratelimit") ?? "")
        assert.strictEqual(left?.parameters["r"], 0)
        assert.strictEqual(refused.headers.get("retry-after"), String(left?.parameters["t"]))
      }
      assert.deepStrictEqual(yield* creditTables(id), before)
      assert.strictEqual((yield* call("/balance", other)).status, 200, "another account has its own")
      assert.isNull(
        (yield* call("/balance")).headers.get("ratelimit"),
        "a caller without a key does not see an account's rate"
      )
    })
  )
})
