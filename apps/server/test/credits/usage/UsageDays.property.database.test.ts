/**
 * Whatever an account did, and whatever part of it is summed up by day or rolled up meanwhile: the sums of the usage
 * screen equal those of the entries, for every filter.
 */
import type { AccountId } from "@heddle/api"
import { assert } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { UsageDays } from "../../../src/credits/usage/UsageDays.ts"
import { UsageRetention } from "../../../src/credits/usage/UsageRetention.ts"
import { firstIdAt } from "../../../src/database/partitions/PartitionNames.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { dayOf, isoDay, now, plusMillis } from "../../../src/runtime/Time.ts"
import { summaryOf } from "../../../src/transport/portal/UsageHandlers.ts"
import { chartRange } from "../../../src/transport/portal/UsageRange.ts"
import { forEvery } from "../../support/Property.ts"
import { TestServices } from "../../support/TestServices.ts"
import { newAccountId } from "../../support/NewAccount.ts"

const hour = 3_600_000
/** Beyond the months whose entries are kept one by one. */
const maxHoursAgo = 500 * 24

const entry = fc.record({
  hoursAgo: fc.oneof(fc.integer({ min: 0, max: 72 }), fc.integer({ min: 0, max: maxHoursAgo })),
  source: fc.constantFrom("shop", "till", "account login (Heddle portal)", "webhook ep_1", "a", "b", "c"),
  apiType: fc.constantFrom("keywords", "user", "mcp:keywords", "mcp:user", "webhook", "balance"),
  cost: fc.integer({ min: 0, max: 90 }),
  calls: fc.constantFrom(1, 1, 7),
  isRefund: fc.boolean()
})
type Entry = typeof entry extends fc.Arbitrary<infer E> ? E : never

const viaOf = (apiType: string) => (apiType === "webhook" ? "webhook" : apiType.startsWith("mcp:") ? "mcp" : "rest")

const filter = fc.record(
  {
    source: fc.constantFrom("shop", "till", "webhook ep_1", "nobody"),
    apiType: fc.constantFrom("keywords", "mcp:keywords", "webhook"),
    via: fc.constantFrom("mcp" as const, "rest" as const, "webhook" as const)
  },
  { requiredKeys: [] }
)

const history = fc.record({
  entries: fc.array(entry, { maxLength: 40 }),
  filters: fc.array(fc.record({ filter, daysAgo: fc.nat(365), by: fc.constantFrom("source", "apiType", "via") }), {
    minLength: 1,
    maxLength: 4
  }),
  spentHours: fc.array(fc.nat(400), { minLength: 1, maxLength: 3 }),
  meanwhile: fc.array(fc.constantFrom("sum up", "roll up"), { maxLength: 2 }),
  later: fc.array(entry, { maxLength: 5 })
})

interface Stored {
  readonly at: Date
  readonly source: string
  readonly apiType: string
  readonly cost: number
  readonly calls: number
}

const add = Effect.fnUntraced(function* (accountId: AccountId, entries: ReadonlyArray<Entry>, time: Date) {
  const sql = yield* SqlClient.SqlClient
  const stored: Array<Stored> = []
  const grantId = yield* newId("grant")
  // Refunds are of charges, which are more.
  const charge = { hoursAgo: 0, source: "till", apiType: "user", cost: 9_000, calls: 1, isRefund: false } as const
  const all = [charge, ...entries]
  const spent = all.reduce((sum, one) => sum + (one.isRefund ? -one.cost : one.cost), 0)
  yield* sql`
    INSERT INTO credit_grants (account_id, id, kind, amount, spent, effective_at, expires_at, created_at)
    VALUES (${accountId}, ${grantId}, 'operator', 1000000, ${spent}, ${time}, ${plusMillis(time, 9_000 * 24 * hour)},
      ${time})`
  for (const one of all) {
    const at = plusMillis(time, -one.hoursAgo * hour)
    // A refund has the id of its charge.
    const made = one.isRefund ? plusMillis(at, -20 * 24 * hour) : at
    const id = `${firstIdAt("use_", made)}${(yield* newId("use")).slice(-16)}${one.isRefund ? "_refund" : ""}`
    const cost = one.isRefund ? -one.cost : one.cost
    const parameters = one.isRefund ? { refund_of: "use_1" } : one.calls > 1 ? { calls: one.calls } : {}
    yield* sql`
      INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, grants, amounts)
      VALUES (${accountId}, ${id}, ${at}, ${cost}, ${one.source}, ${one.apiType}, ${JSON.stringify(parameters)}::jsonb,
        ARRAY[${grantId}]::text[], ARRAY[${cost}]::bigint[])`
    stored.push({ at, source: one.source, apiType: one.apiType, cost, calls: one.isRefund ? 0 : one.calls })
  }
  return stored
})

/** As another process has it: a process sums a day up once. */
const freshDays = Effect.map(Layer.build(Layer.fresh(UsageDays.layer)), Context.get(UsageDays))

onAnyDatabaseWith("Sums of usage", { services: TestServices, realClock: true, timeout: "240 seconds" }, (it) => {
  it.effect("equal those of the entries for any filter, however much is summed up", () =>
    forEvery(history, 15, ({ entries, filters, spentHours, meanwhile, later }) =>
      Effect.gen(function* () {
        const days = yield* freshDays
        const retention = yield* UsageRetention
        const time = yield* now
        const accountId = yield* newAccountId
        const before = yield* add(accountId, entries, time)
        for (const step of meanwhile) yield* step === "sum up" ? days.run : retention.run
        // What is written later belongs to a day that is not over.
        const fresh = later.map((one) => ({ ...one, hoursAgo: 0 }))
        const all = [...before, ...(yield* add(accountId, fresh, time))]
        for (const hoursAgo of spentHours) {
          const since = plusMillis(time, -hoursAgo * hour)
          assert.strictEqual(
            yield* days.spentSince(accountId, since),
            all.filter(({ at }) => at > since).reduce((sum, { cost }) => sum + cost, 0)
          )
        }
        for (const { filter, daysAgo, by } of filters) {
          const range = { unit: "day", first: dayOf(time) - daysAgo, last: dayOf(time) } as const
          const isChosen = ({ source, apiType }: Stored) =>
            (filter.source === undefined || source === filter.source) &&
            (filter.apiType === undefined || apiType === filter.apiType) &&
            (filter.via === undefined || viaOf(apiType) === filter.via)
          const wanted = all.filter((one) => dayOf(one.at) >= range.first && isChosen(one))
          const summary = summaryOf(yield* days.sums(accountId, range, filter, by), range)
          const sumOf = (some: ReadonlyArray<Stored>, field: "cost" | "calls") =>
            some.reduce((sum, one) => sum + one[field], 0)
          assert.strictEqual(summary.credits, sumOf(wanted, "cost"))
          assert.strictEqual(summary.calls, sumOf(wanted, "calls"))
          assert.isAtMost(summary.series.length, 5)
          for (const [index, { name, credits, calls }] of summary.series.entries()) {
            assert.strictEqual(
              summary.spans.reduce((sum, day) => sum + (day.credits[index] ?? 0), 0),
              credits
            )
            if (name === "other") continue
            const ofSeries = wanted.filter(
              (one) => (by === "via" ? viaOf(one.apiType) : by === "source" ? one.source : one.apiType) === name
            )
            assert.deepStrictEqual([credits, calls], [sumOf(ofSeries, "cost"), sumOf(ofSeries, "calls")])
          }
          for (const { at: day, credits } of summary.spans) {
            const ofDay = wanted.filter(({ at }) => isoDay(dayOf(at)) === day)
            assert.strictEqual(
              credits.reduce((sum, one) => sum + one, 0),
              sumOf(ofDay, "cost")
            )
          }
          const from = plusMillis(time, -(daysAgo % 167) * hour)
            .toISOString()
            .slice(0, 13)
          const hours = yield* chartRange({ from })
          const byHour = summaryOf(yield* days.hours(accountId, new Date(`${from}:00Z`), filter, by), hours)
          for (const { at: name, credits } of byHour.spans) {
            const ofHour = all.filter((one) => one.at.toISOString().startsWith(name) && isChosen(one))
            assert.strictEqual(
              credits.reduce((sum, one) => sum + one, 0),
              sumOf(ofHour, "cost"),
              name
            )
          }
        }
      })
    )
  )

  it.effect("counts a day once while two processes sum it up", () =>
    Effect.gen(function* () {
      const [days, other] = [yield* freshDays, yield* freshDays]
      const time = yield* now
      const id = yield* newAccountId
      const one = { source: "shop", apiType: "keywords", cost: 5, calls: 1, isRefund: false } as const
      yield* add(
        id,
        [100, 50, 30].map((hoursAgo) => ({ ...one, hoursAgo })),
        time
      )
      yield* Effect.all([days.run, other.run], { concurrency: "unbounded" })
      const range = { first: dayOf(time) - 10, last: dayOf(time) }
      assert.strictEqual(
        (yield* days.sums(id, range, {}, "source")).reduce((sum, { credits }) => sum + credits, 0),
        9_015
      )
    })
  )
})
