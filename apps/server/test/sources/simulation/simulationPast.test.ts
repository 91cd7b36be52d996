/** The past of the simulation is filled in behind the live stream, once, whenever it is interrupted. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { runs } from "../../../../../test/support/Runs.ts"
import { makeNetwork, postsBetween } from "../../../src/sources/simulation/Slots.ts"
import { pastBatches, pastMillis } from "../../../src/sources/simulation/Past.ts"
import { derivePost } from "../../../src/sources/simulation/SimulatedPost.ts"
import { keepsInPast } from "../../../src/sources/simulation/Thinning.ts"
import type { SourceBatch } from "../../../src/store/batches/SourceBatch.ts"
import { forEveryCase } from "../../support/Property.ts"

const start = Date.UTC(2026, 8, 14, 10, 20, 30)
const hour = 3_600_000
const share = 0.2
/** So quiet that 30 days are few posts. */
const network = makeNetwork(7, 0.1, 20)

const codesOf = (batches: ReadonlyArray<SourceBatch>): ReadonlyArray<string> =>
  batches.flatMap(({ changes }) =>
    changes.flatMap((change) => (change.type === "post" || change.type === "delete" ? [change.code] : []))
  )

const lastCursor = (batches: ReadonlyArray<SourceBatch>): string | null =>
  batches.findLast(({ cursor }) => cursor !== null)?.cursor ?? null

/** What comes from `at` on within so many seconds, on a clock of its own. */
const fill = (cursor: string | null, at: number, seconds: number) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(at)
    const batches: Array<SourceBatch> = []
    const filling = yield* pastBatches(network, share, cursor).pipe(
      Stream.runForEach((batch) => Effect.sync(() => void batches.push(batch))),
      Effect.forkChild({ startImmediately: true })
    )
    yield* TestClock.adjust(`${seconds} seconds`)
    yield* Fiber.interrupt(filling)
    return batches
  }).pipe(Effect.provide(TestClock.layer()))

const expectedBetween = (after: number, until: number): ReadonlyArray<string> =>
  postsBetween(network, after, until)
    .filter((id) => keepsInPast(share, network, id))
    .map((id) => derivePost(network, id).code)

/** Long enough for all of it. */
const toTheEnd = 900

describe("the filled past of the simulation", () => {
  it.effect("has the same share of every conversation of 30 days, each post in one batch", () =>
    Effect.gen(function* () {
      const batches = yield* fill(null, start, toTheEnd)
      const codes = batches.flatMap((batch) => [...new Set(codesOf([batch]))])
      assert.strictEqual(new Set(codes).size, codes.length)
      // It begins some seconds after the start, and ends as much later.
      const [earliest, latest] = [start - pastMillis + 20_000, start + 20_000]
      const expected = expectedBetween(earliest, start)
      assert.isAbove(expected.length, 500)
      const found = new Set(codes)
      assert.deepStrictEqual(
        expected.filter((code) => !found.has(code)),
        []
      )
      const allowed = new Set(expectedBetween(start - pastMillis, latest))
      assert.deepStrictEqual(
        codes.filter((code) => !allowed.has(code)),
        []
      )
    })
  )

  it.effect("comes newest first, in batches that leave the machine to others", () =>
    Effect.gen(function* () {
      const batches = yield* fill(null, start, toTheEnd)
      const times = batches.flatMap(({ changes }) => {
        const posted = changes.flatMap((change) => (change.type === "post" ? [change.post_timestamp] : []))
        return posted.length === 0 ? [] : [{ oldest: Math.min(...posted), newest: Math.max(...posted) }]
      })
      for (const [index, { newest }] of times.entries()) {
        if (index > 0) assert.isAtMost(newest, times[index - 1]?.oldest ?? 0)
      }
      for (const { oldest, newest } of times) assert.isAtMost(newest - oldest, 900)
    })
  )

  it.effect("goes on where it ended, and fills in what was missed meanwhile", () =>
    forEveryCase(
      fc.record({
        first: fc.integer({ min: 0, max: 500 }),
        pause: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constant(31 * 24)).map((hours) => hours * hour),
        second: fc.integer({ min: 0, max: 60 })
      }),
      runs(6),
      Effect.fnUntraced(function* ({ first, pause, second }) {
        const one = yield* fill(null, start, first)
        const again = start + first * 1_000 + pause
        const two = yield* fill(lastCursor(one), again, second)
        const end = again + second * 1_000 + hour
        const three = yield* fill(lastCursor([...one, ...two]), end, toTheEnd)
        const found = new Set(codesOf([...one, ...two, ...three]))
        const expected = expectedBetween(end - pastMillis + 20_000, end)
        assert.deepStrictEqual(
          expected.filter((code) => !found.has(code)),
          []
        )
        // Once everything is there, a later start fills in only what was missed.
        const later = end + toTheEnd * 1_000 + 2 * hour
        const four = codesOf(yield* fill(lastCursor(three), later, toTheEnd))
        const missed = new Set(expectedBetween(end - 20_000, later + 20_000))
        assert.deepStrictEqual(
          four.filter((code) => !missed.has(code)),
          []
        )
      })
    )
  )

  it.effect("starts anew with a cursor that it cannot read", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* fill("nonsense", start, 30), yield* fill(null, start, 30))
    })
  )
})
