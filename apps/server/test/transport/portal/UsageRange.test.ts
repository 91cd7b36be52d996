/** The days of the portal's usage filter. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { chartDays, givenDays } from "../../../src/transport/portal/UsageHandlers.ts"
import { dayOf } from "../../../src/runtime/Time.ts"

const day = (text: string): number => dayOf(new Date(text))
const today = "2026-11-22"
const refused = { _tag: "InvalidParameter" } as const

describe("The days of the usage filter", () => {
  it.effect("are all days, or those that are given", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse(`${today}T12:00:00Z`))
      assert.isNull(yield* givenDays({}))
      assert.deepStrictEqual(yield* givenDays({ from: "2020-01-01" }), { first: day("2020-01-01"), last: day(today) })
      assert.deepStrictEqual(yield* givenDays({ to: "2026-11-01" }), { first: 0, last: day("2026-11-01") })
    })
  )

  it.effect("of a chart are the last 30, and at most 366", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse(`${today}T12:00:00Z`))
      assert.deepStrictEqual(yield* chartDays({}), { first: day(today) - 29, last: day(today) })
      assert.deepStrictEqual(yield* chartDays({ to: "2026-01-31" }), {
        first: day("2026-01-02"),
        last: day("2026-01-31")
      })
      assert.deepStrictEqual(yield* chartDays({ from: "2025-11-22" }), { first: day("2025-11-22"), last: day(today) })
      assert.include(yield* Effect.flip(chartDays({ from: "2025-11-21" })), refused)
    })
  )

  it.effect("are refused when they are none, or end before they begin", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse(`${today}T12:00:00Z`))
      for (const given of [{ from: "2026-02-30" }, { to: "today" }, { from: "2026-11-02", to: "2026-11-01" }]) {
        assert.include(yield* Effect.flip(givenDays(given)), refused)
        assert.include(yield* Effect.flip(chartDays(given)), refused)
      }
    })
  )
})
