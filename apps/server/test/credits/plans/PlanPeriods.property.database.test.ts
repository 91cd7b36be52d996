/** The periods of an account's plans, beside a list in memory, in histories that stop at the instants they begin or end. */
import type { PlanName } from "@heddle/api"
import { assert } from "@effect/vitest"
import { Clock, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { makePlanPeriods } from "../../../src/credits/plans/PlanPeriods.ts"
import { GrantId } from "../../../src/runtime/Ids.ts"
import { forEveryCase } from "../../support/Property.ts"
import { newAccountId } from "../../support/NewAccount.ts"

const day = 24 * 3_600_000

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("begin" as const),
      plan: fc.constantFrom<PlanName>("lite", "premium"),
      startsIn: fc.constantFrom(0, 1, day, 2 * day, 3 * day),
      lasts: fc.constantFrom(1, day, 2 * day)
    })
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("wait" as const), millis: fc.constantFrom(1, day - 1, day, 2 * day) })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("end all" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("end one" as const), grant: fc.nat(9) }) }
)

interface Period {
  readonly grant: number
  readonly plan: PlanName
  readonly start: number
  end: number
}

const grantOf = (index: number) => GrantId.make(`grant_${index}`)

/** Two accounts, whose grants have the same ids. */
const lives = Effect.fnUntraced(function* (
  steps: ReadonlyArray<{ readonly one: typeof step extends fc.Arbitrary<infer S> ? S : never; readonly on: number }>
) {
  const sql = yield* SqlClient.SqlClient
  const periods = makePlanPeriods(sql)
  const accounts = [
    { id: yield* newAccountId, all: new Array<Period>() },
    { id: yield* newAccountId, all: new Array<Period>() }
  ] as const
  for (const { one, on } of steps) {
    const { id, all } = on === 0 ? accounts[0] : accounts[1]
    const time = yield* Clock.currentTimeMillis
    const at = new Date(time)
    switch (one.do) {
      case "begin": {
        const grant = all.length
        const start = time + one.startsIn
        const end = start + one.lasts
        const taken = all.some((other) => other.start < other.end && other.start < end && start < other.end)
        const period = { plan: one.plan, startsAt: new Date(start), endsAt: new Date(end), anchorAt: at, number: 1 }
        yield* sql`
          INSERT INTO credit_grants (account_id, id, kind, amount, effective_at, expires_at, created_at)
          VALUES (${id}, ${grantOf(grant)}, 'plan', 1, ${at}, ${new Date(end)}, ${at}) ON CONFLICT DO NOTHING`
        const begun = yield* Effect.result(sql.withTransaction(periods.begin(id, period, grantOf(grant), at)))
        assert.strictEqual(begun._tag, taken ? "Failure" : "Success", "one plan at a time")
        if (!taken) all.push({ grant, plan: one.plan, start, end })
        break
      }
      case "wait":
        yield* TestClock.adjust(one.millis)
        break
      case "end all":
        yield* periods.endAll(id, at)
        for (const period of all) if (period.end > time) period.end = Math.max(period.start, time)
        break
      case "end one": {
        const period = all[one.grant % Math.max(1, all.length)]
        const isOpen = period !== undefined && period.end > time && period.start < period.end
        assert.strictEqual(yield* periods.endOf(id, grantOf(period?.grant ?? 0), at), isOpen)
        if (period !== undefined && isOpen) period.end = Math.max(period.start, time)
      }
    }
    const later = yield* Clock.currentTimeMillis
    for (const { id, all } of accounts) {
      const told = (period: Period | undefined) =>
        period && { plan: period.plan, startsAt: new Date(period.start), endsAt: new Date(period.end) }
      const seen = Effect.map(
        (period: { plan: PlanName; startsAt: Date; endsAt: Date } | undefined) =>
          period && { plan: period.plan, startsAt: period.startsAt, endsAt: period.endsAt }
      )
      const current = all.find(({ start, end }) => start <= later && end > later)
      assert.deepStrictEqual(yield* seen(periods.current(id, new Date(later))), told(current))
      const last = all.filter(({ start, end }) => start < end).toSorted((a, b) => b.end - a.end)[0]
      assert.deepStrictEqual(yield* seen(periods.last(id)), told(last))
    }
  }
})

onAnyDatabaseWith("Plan periods", { services: Layer.mergeAll(Accounts.layer, Grants.layer) }, (it) => {
  it.effect(
    "are those of a list in memory, whatever begins and ends",
    () => {
      const history = fc.array(
        fc.tuple(step, fc.nat(1)).map(([one, on]) => ({ one, on })),
        { minLength: 5, maxLength: 30, size: "max" }
      )
      return forEveryCase(history, runs(20), lives)
    },
    3_600_000
  )

  it.effect("a new plan takes the place of the month that was paid ahead", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const accounts = yield* Accounts
      const { give } = yield* Grants
      const periods = makePlanPeriods(sql)
      const id = yield* newAccountId
      const month = yield* give(id, { plan: "lite" })
      const startsAt = month.expiresAt
      const ahead = {
        plan: "lite",
        startsAt,
        endsAt: new Date(startsAt.getTime() + 31 * day),
        anchorAt: startsAt
      } as const
      yield* sql.withTransaction(periods.begin(id, { ...ahead, number: 1 }, month.id, startsAt))
      yield* TestClock.adjust("1 day")
      const { expiresAt } = yield* give(id, { plan: "premium" })
      yield* TestClock.setTime(expiresAt.getTime() - 1)
      assert.strictEqual(Option.getOrThrow(yield* accounts.currentPlan(id)).name, "premium")
      yield* TestClock.adjust(1)
      assert.isTrue(Option.isNone(yield* accounts.currentPlan(id)), "lite does not come back")
    })
  )
})
