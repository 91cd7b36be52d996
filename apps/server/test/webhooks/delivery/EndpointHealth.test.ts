import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import {
  afterResult,
  closedUntil,
  type EndpointHealth,
  freeConcurrency
} from "../../../src/webhooks/delivery/EndpointHealth.ts"
import type { AttemptResult } from "../../../src/webhooks/delivery/Sender.ts"
import { answer } from "../../support/Webhooks.ts"

const fresh: EndpointHealth = {
  concurrency: 1,
  slow: false,
  failures: 0,
  failingSince: null,
  lastError: null,
  openedAt: null,
  openUntil: null,
  heldUntil: null
}
const at = (seconds: number) => new Date(1_763_800_000_000 + seconds * 1_000)

/** Results one after the other, one a second. */
const after = (results: ReadonlyArray<AttemptResult>, from: EndpointHealth = fresh, start = 0) =>
  results.reduce((health, result, index) => afterResult(health, result, at(start + index)), from)
const times = (count: number, result: AttemptResult) => Array.from({ length: count }, () => result)

const hung = { ...answer(null), durationMillis: 10_000, error: "No complete answer within 10 s" }
const pausing = (seconds: number): AttemptResult => ({ ...answer(429), retryAfterMillis: seconds * 1_000 })
const ours: AttemptResult = { ...answer(null), faultOwner: "us" }

describe("The health of an endpoint", () => {
  it("grows to 32 requests at once with quick answers, and shrinks to one when none comes", () => {
    assert.strictEqual(after(times(100, answer(200))).concurrency, 32)
    assert.strictEqual(after(times(100, { ...answer(200), durationMillis: 3_000 })).concurrency, 1)
    assert.strictEqual(after(times(5, hung), after(times(100, answer(200)))).concurrency, 1)
  })

  it("is slow when it takes longer than a second, until it answers quickly again", () => {
    const slow = after([hung])
    assert.deepStrictEqual([slow.slow, after([answer(200)], slow).slow], [true, false])
  })

  it("opens the breaker after ten failures in a row, and lets one attempt through at a time", () => {
    assert.isNull(after(times(9, answer(500))).openedAt)
    assert.isNull(after([...times(9, answer(500)), answer(200), ...times(9, answer(500))]).openedAt)
    const open = after(times(10, answer(500)))
    assert.deepStrictEqual(open.openedAt, at(9))
    assert.deepStrictEqual(open.openUntil, at(39))
    assert.deepStrictEqual(open.failingSince, at(0))
    assert.strictEqual(open.lastError, "The endpoint answered 500")
    assert.strictEqual(freeConcurrency(open, 0, at(38)), 0)
    assert.strictEqual(freeConcurrency(open, 0, at(39)), 1)
    assert.strictEqual(freeConcurrency(open, 1, at(39)), 0)
  })

  it("waits longer after each failed trial, up to five minutes, and closes with the first success", () => {
    let health = after(times(10, answer(500)))
    const waits: Array<number> = []
    for (let trial = 0; trial < 6; trial += 1) {
      const time = health.openUntil ?? at(0)
      health = afterResult(health, answer(500), time)
      waits.push(((health.openUntil ?? time).getTime() - time.getTime()) / 1_000)
    }
    assert.deepStrictEqual(waits, [60, 120, 240, 300, 300, 300])
    const closed = after([answer(200)], health, 3_600)
    assert.deepStrictEqual(
      [closed.openedAt, closed.openUntil, closed.failures, closed.failingSince],
      [null, null, 0, null]
    )
  })

  it("does not count as trials what was in flight when the breaker opened", () => {
    const open = after(times(10, answer(500)))
    const later = afterResult(open, { ...hung, durationMillis: 9_000 }, at(10))
    assert.deepStrictEqual(later.openUntil, open.openUntil)
    assert.strictEqual(later.failures, open.failures)
  })

  it("is left alone for as long as it asks, up to an hour, and then starts again with one attempt at a time", () => {
    const busy = after(times(100, answer(200)))
    const held = afterResult(busy, pausing(120), at(200))
    assert.deepStrictEqual([held.heldUntil, held.concurrency, held.failures], [at(320), 1, 1])
    assert.deepStrictEqual(closedUntil(held, at(319)), at(320))
    assert.isNull(closedUntil(held, at(320)))
    const others = after([answer(200), answer(500), pausing(5), hung, answer(200)], held, 201)
    assert.deepStrictEqual([others.heldUntil, others.concurrency], [at(320), 1])
    const then = after([answer(200), answer(200)], held, 320)
    assert.deepStrictEqual([then.heldUntil, then.concurrency], [null, 3])
    assert.deepStrictEqual(afterResult(busy, pausing(86_400), at(0)).heldUntil, at(3_600))
    assert.deepInclude(afterResult(busy, pausing(0), at(200)), { heldUntil: null, concurrency: 32 })
    const open = after([...times(9, answer(500)), pausing(600)])
    assert.deepStrictEqual([open.openUntil, closedUntil(open, at(10))], [at(39), at(609)])
  })

  it("does not change with faults of ours, and never stops an endpoint for good", () => {
    const results = fc.constantFrom(answer(200), answer(500), answer(null), hung, ours, pausing(60))
    fc.assert(
      fc.property(fc.array(results, { maxLength: 60 }), (kinds) => {
        const health = after(kinds)
        assert.strictEqual(afterResult(health, ours, at(1_000)), health)
        assert.isAtLeast(freeConcurrency(health, 0, at(1_000)), 1)
      })
    )
  })
})
