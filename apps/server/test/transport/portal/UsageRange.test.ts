/** The days of the portal's usage filter. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { dayOf } from "../../../src/runtime/Time.ts"
import { chartRange, givenRange, spansOf } from "../../../src/transport/portal/UsageRange.ts"

const day = (text: string): number => dayOf(new Date(text))
const today = "2026-11-22"
const refused = { _tag: "InvalidParameter" } as const

describe("The days of the usage filter", () => {
  it.effect("are all days, or those that are given", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse(`${today}T12:00:00Z`))
      assert.deepStrictEqual(yield* givenRange({}), { range: null })
      assert.deepStrictEqual(yield* givenRange({ from: "2020-01-01" }), {
        range: { first: day("2020-01-01"), last: day(today) }
      })
      assert.deepStrictEqual(yield* givenRange({ to: "2026-11-01" }), { range: { first: 0, last: day("2026-11-01") } })
    })
  )

  it.effect("of a chart are the last 30, and at most 366", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse(`${today}T12:00:00Z`))
      assert.deepStrictEqual(yield* chartRange({}), { unit: "day", first: day(today) - 29, last: day(today) })
      assert.deepStrictEqual(yield* chartRange({ to: "2026-01-31" }), {
        unit: "day",
        first: day("2026-01-02"),
        last: day("2026-01-31")
      })
      assert.deepStrictEqual(yield* chartRange({ from: "2025-11-22" }), {
        unit: "day",
        first: day("2025-11-22"),
        last: day(today)
      })
      assert.include(yield* Effect.flip(chartRange({ from: "2025-11-21" })), refused)
    })
  )

  it.effect("may begin with an hour, since which a chart has hours", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse(`${today}T01:30:00Z`))
      const from = "2026-11-21T23"
      assert.deepStrictEqual(yield* givenRange({ from }), { range: null, since: new Date(`${from}:00Z`) })
      const hours = spansOf(yield* chartRange({ from }))
      assert.deepStrictEqual(hours, ["2026-11-21T23", "2026-11-22T00", "2026-11-22T01"])
      assert.strictEqual(spansOf(yield* chartRange({ from: "2026-11-15T02" })).length, 168)
      for (const early of ["2026-11-15T01", "2026-11-22T02"]) {
        assert.include(yield* Effect.flip(chartRange({ from: early })), refused)
      }
    })
  )

  it.effect("are refused when they are none, or end before they begin", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse(`${today}T12:00:00Z`))
      for (const given of [
        { from: "2026-02-30" },
        { to: "today" },
        { from: "2026-11-02", to: "2026-11-01" },
        { from: "2026-11-02T24" },
        { from: "2026-11-01T10", to: "2026-11-02" }
      ]) {
        assert.include(yield* Effect.flip(givenRange(given)), refused)
        assert.include(yield* Effect.flip(chartRange(given)), refused)
      }
    })
  )
})
