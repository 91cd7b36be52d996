/** When the credits run out: from full days alone, and the same in the API and the portal. */
import type { AccountId } from "@heddle/api"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { BalanceOutlook } from "../../../src/credits/usage/BalanceOutlook.ts"
import { Usage } from "../../../src/credits/usage/Usage.ts"
import { UsageDays } from "../../../src/credits/usage/UsageDays.ts"
import { dayMillis } from "../../../src/runtime/Time.ts"
import { spend } from "../../support/ledger/LedgerCalls.ts"
import { newAccountId } from "../../support/NewAccount.ts"
import { TestServices } from "../../support/TestServices.ts"

/** The start of a day, from which the tests count. */
const first = Math.floor(Date.parse("2026-11-02T00:00:00Z") / dayMillis)

const atDay = (days: number) => TestClock.setTime((first + days) * dayMillis)

const accountWith = Effect.fnUntraced(function* (credits: number) {
  yield* atDay(0)
  const id = yield* newAccountId
  yield* (yield* Grants).give(id, { plan: "standard", credits })
  return id
})

/** As days since the first; the portal must say the same. */
const runsOutOf = Effect.fnUntraced(function* (id: AccountId) {
  const { runs_out_at } = (yield* (yield* Usage).balance(id)).data
  const { runway } = yield* (yield* BalanceOutlook).of(id)
  assert.strictEqual(runway.ends === "used up", runs_out_at !== null)
  if (runway.ends === "used up") assert.strictEqual(Math.floor(runway.at.getTime() / 1000), runs_out_at)
  const day = runs_out_at === null ? null : Math.round(((runs_out_at * 1000) / dayMillis - first) * 100) / 100
  return { ends: runway.ends, day }
})

onAnyDatabaseWith("The pace of an account", { services: TestServices }, (it) => {
  it.effect("is unknown until three full days are over, and does not count the spike of the first", () =>
    Effect.gen(function* () {
      const id = yield* accountWith(10_000)
      assert.deepStrictEqual(yield* runsOutOf(id), { ends: "unknown", day: null })
      yield* atDay(0.5)
      yield* spend(id, 5_000)
      for (const day of [1, 2, 3]) {
        yield* atDay(day + 0.5)
        assert.deepStrictEqual(yield* runsOutOf(id), { ends: "unknown", day: null })
        yield* spend(id, 300)
      }
      yield* atDay(4)
      // 4,100 are left, at 300 a day; today's calls change what is left, but not the pace.
      assert.deepStrictEqual(yield* runsOutOf(id), { ends: "used up", day: 17.67 })
      yield* spend(id, 2_600)
      assert.deepStrictEqual(yield* runsOutOf(id), { ends: "used up", day: 9 })
      yield* spend(id, 1_500)
      assert.isNull((yield* (yield* Usage).balance(id)).data.runs_out_at)
    })
  )

  it.effect("is that of the last seven days, whether they are summed up or not", () =>
    Effect.gen(function* () {
      const id = yield* accountWith(10_000)
      for (const day of [0, 1, 2, 5, 8]) {
        yield* atDay(day + 0.2)
        yield* spend(id, 1_000)
      }
      // Of days 2 to 8, three have calls. 5,000 are left.
      yield* atDay(9)
      const expected = { ends: "used up" as const, day: 20.67 }
      assert.deepStrictEqual(yield* runsOutOf(id), expected)
      yield* atDay(9.1)
      yield* (yield* UsageDays).run
      assert.deepStrictEqual(yield* runsOutOf(id), { ...expected, day: 20.77 })
    })
  )

  it.effect("has no end if nothing was used for a week, or the credits last until they expire", () =>
    Effect.gen(function* () {
      const id = yield* accountWith(10_000)
      yield* spend(id, 70)
      yield* atDay(5.5)
      yield* spend(id, 70)
      yield* atDay(6)
      assert.deepStrictEqual(yield* runsOutOf(id), { ends: "expired", day: null })
      yield* atDay(13.5)
      assert.deepStrictEqual(yield* runsOutOf(id), { ends: "never used", day: null })
    })
  )
})
