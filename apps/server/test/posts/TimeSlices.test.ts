/** Slices of a window of time cover it exactly, however long each answer takes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { dayMillis } from "../../src/Now.ts"
import { slices, type Window } from "../../src/posts/TimeSlices.ts"
import { forEvery } from "../support/Property.ts"

const minuteMillis = 60_000
const until = 200 * dayMillis

/** The slices asked about, in order; each answer takes so long. */
const asked = (window: Window, tookMillis: (index: number) => number, atMost = Infinity) =>
  Effect.gen(function* () {
    const seen: Array<{ readonly from: number; readonly until: number }> = []
    yield* slices(window, (slice) => {
      const took = tookMillis(seen.length)
      seen.push({ from: slice.from.getTime(), until: slice.until.getTime() })
      return TestClock.adjust(took)
    }).pipe(Stream.take(atMost), Stream.runDrain)
    return seen
  })

const windowOf = (millis: number): Window => ({ from: new Date(until - millis), until: new Date(until) })
const lengths = (seen: ReadonlyArray<{ readonly from: number; readonly until: number }>) =>
  seen.map((slice) => slice.until - slice.from)

describe("Slices", () => {
  it.effect("cover the window without gap or overlap, the newest first", () =>
    forEvery(
      fc.record({
        millis: fc.oneof(fc.integer({ min: 1, max: 3 * 3_600_000 }), fc.integer({ min: 1, max: 93 * dayMillis })),
        took: fc.array(fc.oneof(fc.constant(0), fc.nat(200)), { minLength: 1, maxLength: 20 })
      }),
      200,
      Effect.fnUntraced(function* ({ millis, took }) {
        // Answers that are always slow would make 93 days 800,000 slices.
        const seen = yield* asked(windowOf(millis), (index) => (index < 50 ? (took[index % took.length] ?? 0) : 0))
        assert.strictEqual(seen[0]?.until, until)
        assert.strictEqual(seen.at(-1)?.from, until - millis)
        for (const [index, slice] of seen.entries()) {
          assert.isBelow(slice.from, slice.until)
          if (index > 0) assert.strictEqual(slice.until, seen[index - 1]?.from)
        }
      })
    )
  )

  it.effect("grow while answers are fast, keep their length, and shrink while they are slow, down to ten seconds", () =>
    Effect.gen(function* () {
      const minutes = (took: number, slices: number) =>
        Effect.map(
          asked(windowOf(90 * dayMillis), () => took, slices),
          (seen) => lengths(seen).map((millis) => millis / minuteMillis)
        )
      assert.deepStrictEqual(yield* minutes(3, 4), [15, 60, 240, 960])
      assert.deepStrictEqual(yield* minutes(10, 4), [15, 30, 60, 120])
      assert.deepStrictEqual(yield* minutes(30, 3), [15, 15, 15])
      assert.deepStrictEqual(
        (yield* minutes(31, 10)).map((length) => length * 60),
        [900, 450, 225, 112.5, 56.25, 28.125, 14.063, 10, 10, 10]
      )
    })
  )

  it.effect("are asked about no further than anybody listens", () =>
    Effect.gen(function* () {
      assert.lengthOf(yield* asked(windowOf(90 * dayMillis), () => 0, 2), 2)
    })
  )

  it.effect("of nothing are one, and end", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* asked(windowOf(0), () => 0), [{ from: until, until }])
      assert.lengthOf(yield* asked(windowOf(-5), () => 0), 1)
    })
  )
})
