/** The chunks of a window cover it exactly, however long each query takes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { dayMillis } from "../../../src/runtime/Time.ts"
import { scanChunks, type Window } from "../../../src/store/scan/ChunkedScan.ts"
import { forEvery } from "../../support/Property.ts"

const minuteMillis = 60_000
const until = 200 * dayMillis

/** The chunks queried, in order, and how long each query took. */
const chunksOf = (window: Window, tookMillis: (index: number, length: number) => number, atMost = Infinity) =>
  Effect.gen(function* () {
    const seen: Array<{ readonly from: number; readonly until: number; readonly took: number }> = []
    yield* scanChunks(window, (chunk) => {
      const [from, until] = [chunk.from.getTime(), chunk.until.getTime()]
      const took = Math.round(tookMillis(seen.length, until - from))
      seen.push({ from, until, took })
      return TestClock.adjust(took)
    }).pipe(Stream.take(atMost), Stream.runDrain)
    return seen
  })

const windowOf = (millis: number): Window => ({ from: new Date(until - millis), until: new Date(until) })
describe("Chunks of a scan", () => {
  it.effect("cover the window without gap or overlap, the newest first", () =>
    forEvery(
      fc.record({
        // Not longer: with slow answers a window takes a chunk every ten seconds, which would be minutes of CPU time.
        millis: fc.oneof(fc.integer({ min: 1, max: 3 * 3_600_000 }), fc.integer({ min: 1, max: 5 * dayMillis })),
        took: fc.array(fc.oneof(fc.constant(0), fc.nat(200)), { minLength: 1, maxLength: 20 })
      }),
      200,
      Effect.fnUntraced(function* ({ millis, took }) {
        const seen = yield* chunksOf(windowOf(millis), (index) => took[index % took.length] ?? 0)
        assert.strictEqual(seen[0]?.until, until)
        assert.strictEqual(seen.at(-1)?.from, until - millis)
        for (const [index, chunk] of seen.entries()) {
          assert.isBelow(chunk.from, chunk.until)
          if (index > 0) assert.strictEqual(chunk.until, seen[index - 1]?.from)
        }
      })
    )
  )

  it.effect("approach the target time where time depends on size, down to ten seconds", () =>
    forEvery(
      fc.record({ hourMillis: fc.double({ min: 0.1, max: 20_000, noNaN: true }), wait: fc.constantFrom(0, 1, 3) }),
      100,
      Effect.fnUntraced(function* ({ hourMillis, wait }) {
        const seen = yield* chunksOf(
          windowOf(90 * dayMillis),
          (_, length) => wait + (hourMillis * length) / (60 * minuteMillis),
          200
        )
        for (const { from, until, took } of seen.slice(12, -1)) {
          assert.isAtLeast(until - from, 10_000)
          assert.isAtMost(took, 30 + (until - from === 10_000 ? 100 : 0))
          assert.isAtLeast(took, 5)
        }
      })
    )
  )

  it.effect("are few where time does not depend on size", () =>
    forEvery(
      fc.record({ wait: fc.nat(3_000), noise: fc.array(fc.nat(20), { minLength: 1, maxLength: 7 }) }),
      300,
      Effect.fnUntraced(function* ({ wait, noise }) {
        const seen = yield* chunksOf(
          windowOf(90 * dayMillis),
          (index) => wait + (wait * (noise[index % noise.length] ?? 0)) / 100
        )
        assert.isAtMost(seen.length, 25)
      })
    )
  )

  it.effect("do not grow further once the overhead is gone", () =>
    Effect.gen(function* () {
      const seen = yield* chunksOf(
        windowOf(90 * dayMillis),
        (index, length) => (index < 6 ? 200 : 0) + length / minuteMillis / 10,
        60
      )
      assert.isAtMost(Math.max(...seen.slice(12).map(({ took }) => took)), 30)
    })
  )

  it.effect("end when the consumer stops", () =>
    Effect.gen(function* () {
      assert.lengthOf(yield* chunksOf(windowOf(90 * dayMillis), () => 0, 2), 2)
    })
  )

  it.effect("of an empty window are one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* chunksOf(windowOf(0), () => 0), [{ from: until, until, took: 0 }])
      assert.lengthOf(yield* chunksOf(windowOf(-5), () => 0), 1)
    })
  )
})
