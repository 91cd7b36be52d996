/** Whatever an account did: the usage screen lists the entries that a filter selects, all of them and no others. */
import type { AccountId, UsageEntry } from "@heddle/api"
import { assert } from "@effect/vitest"
import { Cause, Effect, Exit, Stream } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { encodeTime } from "ulid"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { summedBefore } from "../../../src/credits/usage/UsageFilter.ts"
import { type ReportFilter, UsageReports } from "../../../src/credits/usage/UsageReports.ts"
import { firstIdAt } from "../../../src/database/partitions/PartitionNames.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { dayMillis, dayOf, hourMillis, now, plusMillis, unixSeconds } from "../../../src/runtime/Time.ts"
import { withTime } from "../../support/Clocks.ts"
import { forEvery } from "../../support/Property.ts"
import { TestServices } from "../../support/TestServices.ts"
import { newAccountId } from "../../support/NewAccount.ts"

const usageMonths = 13
const sources = ["shop", "till", "account login (Heddle portal)", "webhook ep_1"] as const
const apiTypes = ["keywords", "user", "mcp:keywords", "mcp:user", "webhook"] as const

const made = fc.record({
  // Many share a moment; some are older than the months that are kept one by one.
  hoursAgo: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 600 * 24 })),
  source: fc.constantFrom(...sources),
  apiType: fc.constantFrom(...apiTypes),
  requestId: fc.constantFrom("ours", "order-1", "req_order-1", null)
})
type Made = typeof made extends fc.Arbitrary<infer M> ? M : never

const names = fc.record(
  {
    source: fc.constantFrom(...sources, "nobody"),
    apiType: fc.constantFrom(...apiTypes, "nothing"),
    via: fc.constantFrom("mcp" as const, "rest" as const, "webhook" as const)
  },
  { requiredKeys: [] }
)
const days = fc.option(fc.tuple(fc.nat(600), fc.nat(600)))

const viaOf = (apiType: string) => (apiType === "webhook" ? "webhook" : apiType.startsWith("mcp:") ? "mcp" : "rest")

interface Stored extends Omit<Made, "hoursAgo" | "requestId"> {
  readonly requestId: string | null
  readonly id: string
  readonly time: Date
}

const store = Effect.fnUntraced(function* (accountId: AccountId, entries: ReadonlyArray<Made>, time: Date) {
  const sql = yield* SqlClient.SqlClient
  const stored: Array<Stored> = []
  for (const { hoursAgo, requestId, ...one } of entries) {
    const at = plusMillis(time, -hoursAgo * hourMillis)
    const unique = (yield* newId("use")).slice(-16)
    const id = `${firstIdAt("use_", at)}${unique}`
    stored.push({
      ...one,
      id,
      time: at,
      requestId: requestId === "ours" ? `req_${encodeTime(at.getTime(), 10)}${unique}` : requestId
    })
  }
  yield* sql`
    INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, grants, amounts, request_id)
    SELECT ${accountId}, n.id, n.time, 0, n.source, n."apiType", '{}', '{}', '{}', n."requestId"
    FROM jsonb_to_recordset(${JSON.stringify(stored)}::jsonb)
      AS n (id text, time timestamptz, source text, "apiType" text, "requestId" text)`
  return stored
})

const accountWith = Effect.fnUntraced(function* (entries: ReadonlyArray<Made>, time: Date) {
  const id = yield* newAccountId
  return { id, stored: yield* store(id, entries, time) }
})

const isWanted =
  ({ range, source, apiType, via }: ReportFilter) =>
  (one: Stored) =>
    (range === null || (dayOf(one.time) >= range.first && dayOf(one.time) <= range.last)) &&
    (source === undefined || one.source === source) &&
    (apiType === undefined || one.apiType === apiType) &&
    (via === undefined || viaOf(one.apiType) === via)

/** Old entries are one line for each day, source and API type. */
const linesOf = (stored: ReadonlyArray<Stored>, time: Date): ReadonlyArray<string> => {
  const before = summedBefore(time, usageMonths)
  const lines = stored.map(({ id, time, source, apiType }) =>
    id < before ? `${dayOf(time) * 86_400} ${source} ${apiType}` : `${unixSeconds(time)} ${source} ${apiType} ${id}`
  )
  return [...new Set(lines)].toSorted()
}

const lineOf = ({ id, time, source, api_type }: UsageEntry): string =>
  `${time} ${source} ${api_type}${id.startsWith("use_day_") ? "" : ` ${id}`}`

const assertLines = (listed: ReadonlyArray<UsageEntry>, expected: ReadonlyArray<string>) => {
  for (const [index, { time }] of listed.entries())
    assert.isAtMost(time, listed[index - 1]?.time ?? time, "newest first")
  assert.deepStrictEqual(listed.map(lineOf).toSorted(), expected)
}

const allPages = Effect.fnUntraced(function* (accountId: AccountId, filter: ReportFilter) {
  const reports = yield* UsageReports
  const listed: Array<UsageEntry> = []
  let cursor: string | undefined
  do {
    const page: Effect.Success<ReturnType<typeof reports.page>> = yield* reports.page(accountId, filter, cursor)
    listed.push(...page.entries)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return listed
})

onAnyDatabaseWith(
  "The list of the usage screen",
  { services: TestServices, realClock: true, timeout: "240 seconds" },
  (it) => {
    it.effect("has what the filter selects, page by page and as a file", () =>
      forEvery(
        fc.record({ entries: fc.array(made, { maxLength: 200, size: "max" }), names, days }),
        20,
        Effect.fnUntraced(function* ({ entries, names, days }) {
          const reports = yield* UsageReports
          const time = yield* now
          const { id, stored } = yield* accountWith(entries, time)
          yield* accountWith(entries.slice(0, 3), time)
          const ago = days?.toSorted((a, b) => b - a) ?? []
          const [first, last] = ago.map((day) => dayOf(time) - day)
          const range = first === undefined || last === undefined ? null : { first, last }
          const filter = { ...names, range }
          const expected = linesOf(stored.filter(isWanted(filter)), time)
          assertLines(yield* allPages(id, filter), expected)
          assertLines(yield* Stream.runCollect(yield* reports.all(id, filter)), expected)
          const sorted = (values: ReadonlyArray<string>) => [...new Set(values)].toSorted()
          assert.deepStrictEqual(yield* reports.names(id), {
            sources: sorted(stored.map(({ source }) => source)),
            apiTypes: sorted(stored.map(({ apiType }) => apiType))
          })
        })
      )
    )

    it.effect("finds the calls of a request id, whoever chose it", () =>
      forEvery(
        fc.array(made, { minLength: 1, maxLength: 20 }),
        10,
        Effect.fnUntraced(function* (entries) {
          const time = yield* now
          const kept = entries.map((one) => ({ ...one, hoursAgo: 1 + (one.hoursAgo % (300 * 24)) }))
          const { id, stored } = yield* accountWith(kept, time)
          for (const requestId of [...stored.map((one) => one.requestId), "order-2", "req_order-2"]) {
            if (requestId === null) continue
            const expected = stored.filter((one) => one.requestId === requestId)
            assertLines(yield* allPages(id, { range: null, requestId }), linesOf(expected, time))
          }
        })
      )
    )

    it.effect("is cut off as a file that somebody reads for longer than a day", () =>
      Effect.gen(function* () {
        const reports = yield* UsageReports
        const time = yield* now
        const one = { source: "shop", apiType: "user", requestId: null } as const
        const { id } = yield* accountWith(
          Array.from({ length: 700 }, (_, index) => ({ ...one, hoursAgo: 1 + index })),
          time
        )
        const { nextCursor } = yield* reports.page(id, { range: null }, undefined)
        const other = { range: null, source: "shop" }
        const refused = yield* Effect.flip(reports.page(id, other, nextCursor ?? undefined))
        assert.strictEqual(refused._tag, "InvalidParameter", "the cursor of another filter")
        let ahead = 0
        const read = Effect.gen(function* () {
          const entries = yield* reports.all(id, { range: null })
          return yield* Stream.runForEach(entries, () =>
            Effect.sync(() => {
              ahead = dayMillis + hourMillis
            })
          )
        })
        const exit = yield* Effect.exit(withTime(read, (live) => live + ahead))
        assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
      })
    )
  }
)
