/** The next part of an answer: whose it is, what it costs, and what is left of it when a call fails. */
import { assert } from "@effect/vitest"
import { type AccountId, perRow } from "@heddle/api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { KeptRows } from "../../../src/continuation/KeptRows.ts"
import { maxKeptAnswers, maxKeptBytes } from "../../../src/continuation/KeptRowsStore.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import type { Fits } from "../../../src/operations/metering/Call.ts"
import { Metering } from "../../../src/operations/metering/Metering.ts"
import { admit } from "../../support/ledger/LedgerCalls.ts"
import { allParts, mcpCustomer, numbered, type Row, rowsIn, rowsOperation } from "../../support/PartialReading.ts"
import { TestServices } from "../../support/TestServices.ts"

const tenPerRow = perRow<object, Row>({
  credits: 10,
  item: "row",
  asked: () => 100,
  free: { when: "when it is free", applies: ({ free }) => free }
})

const fits =
  (count: number): Fits =>
  () =>
    count

/** Answers these rows, as a page of more. */
const answering = Effect.fnUntraced(function* (rows: ReadonlyArray<Row>, apiType = "rows") {
  const { priced } = yield* Metering
  return priced(rowsOperation(tenPerRow, apiType), () =>
    Effect.succeed(Effect.succeed({ data: rows, next_cursor: "next page" }))
  )
})

const entriesOf = Effect.fnUntraced(function* (id: AccountId) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ cost: number; apiType: string; source: string; parameters: unknown }>`
    SELECT cost::int AS cost, api_type, source, parameters FROM usage_entries WHERE account_id = ${id} ORDER BY id`
})

const numberKept = Effect.fnUntraced(function* (id: AccountId) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT 1 FROM kept_rows WHERE account_id = ${id}`).length
})

const cursorOf = ({ rest }: { readonly rest: { readonly cursor: string } | null }) => rest?.cursor ?? "none"

onAnyDatabaseWith("An answer that is read in parts", { services: TestServices }, (it) => {
  it.effect("has an entry for each part, and the page after it belongs to the last", () =>
    Effect.gen(function* () {
      const { id, callWith } = yield* mcpCustomer({ plan: "lite", credits: 2_000 })
      const rows = yield* answering(numbered(7))
      const call = callWith(fits(3))
      const parts = yield* allParts(rows.resume, yield* rows.call({}, call), call)
      assert.deepStrictEqual(
        parts.map(({ body, consumed, remaining, replayed, rest }) => [body, consumed, remaining, replayed, rest?.rows]),
        [
          [
            { data: numbered(7).slice(0, 3), next_cursor: null, notices: [], credits_consumed: 30 },
            30,
            1_970,
            false,
            4
          ],
          [
            { data: numbered(7).slice(3, 6), next_cursor: null, notices: [], credits_consumed: 30 },
            30,
            1_940,
            false,
            1
          ],
          [
            { data: numbered(7).slice(6), next_cursor: "next page", notices: [], credits_consumed: 10 },
            10,
            1_930,
            false,
            undefined
          ]
        ]
      )
      const keywords = ["wombat"]
      assert.deepStrictEqual(
        yield* entriesOf(id),
        [{ keywords }, { keywords, from_row: 4 }, { keywords, from_row: 7 }].map((parameters, index) => ({
          cost: [30, 30, 10][index] ?? 0,
          apiType: "mcp:rows",
          source: "tests",
          parameters
        }))
      )
    })
  )

  it.effect("is whole when all rows fit, or when the transport passes on any number", () =>
    Effect.gen(function* () {
      const { id, callWith } = yield* mcpCustomer({ plan: "lite", credits: 5_000 })
      const rows = yield* answering(numbered(7))
      for (const fit of [null, fits(7), fits(8)]) {
        const { body, rest } = yield* rows.call({}, callWith(fit))
        assert.deepStrictEqual(body, {
          data: numbered(7),
          next_cursor: "next page",
          notices: [],
          credits_consumed: 70
        })
        assert.isNull(rest)
      }
      assert.strictEqual(yield* numberKept(id), 0)
    })
  )

  it.effect("waits when the credits do not cover the next part, and goes on after a grant", () =>
    Effect.gen(function* () {
      const { id, callWith } = yield* mcpCustomer({ plan: "lite", credits: 1_000 })
      const rows = yield* answering(numbered(60))
      const call = callWith(fits(25))
      const first = yield* rows.call({}, call)
      assert.strictEqual(first.remaining, 750)
      const spent = yield* admit(id, 600)
      const refused = yield* Effect.flip(rows.resume(cursorOf(first), call))
      assert.deepInclude(refused, {
        _tag: "InsufficientCredits",
        estimated_cost: 250,
        remaining_credits: 150,
        max_affordable_limit: null
      })
      // What is left covers fewer rows.
      assert.strictEqual((yield* rows.resume(cursorOf(first), callWith(fits(10)))).consumed, 100)
      yield* (yield* Ledger).release(id, spent.holdId)
      yield* (yield* Grants).give(id, { plan: "lite", credits: 1_000 })
      const parts = yield* allParts(rows.resume, first, call)
      assert.deepStrictEqual(parts.flatMap(rowsIn), numbered(60))
      assert.strictEqual(
        (yield* entriesOf(id)).reduce((sum, { cost }) => sum + cost, 0),
        600
      )
    })
  )

  it.effect("belongs to its account and operation, for an hour; a cursor leads no further than is paid", () =>
    Effect.gen(function* () {
      const { id, callWith } = yield* mcpCustomer({ plan: "lite", credits: 2_000 })
      const stranger = yield* mcpCustomer({ plan: "lite", credits: 2_000 })
      const rows = yield* answering(numbered(9))
      const other = yield* answering(numbered(9), "other")
      const first = yield* rows.call({}, callWith(fits(3)))
      const cursor = cursorOf(first)
      const [restId = ""] = cursor.split(".")
      const refusals = [
        rows.resume(cursor, stranger.callWith(fits(3))),
        other.resume(cursor, callWith(fits(3))),
        rows.resume(`${restId}.3`, callWith(fits(3))),
        rows.resume(`${restId}.6`, callWith(fits(3))),
        rows.resume(`${restId}.-1`, callWith(fits(3))),
        rows.resume(restId, callWith(fits(3))),
        rows.resume("", callWith(fits(3))),
        rows.resume(`${restId}.0'`, callWith(fits(3)))
      ]
      for (const refusal of refusals) {
        const problem = yield* Effect.flip(refusal)
        assert.strictEqual(problem._tag, "InvalidParameter")
        assert.match(problem.detail, /^cursor: .*repeat the call/)
      }
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual((yield* rows.resume(cursor, callWith(fits(3)))).consumed, 30)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* Effect.flip(rows.resume(cursor, callWith(fits(3)))))._tag, "InvalidParameter")
      assert.lengthOf(yield* entriesOf(id), 2)
      assert.strictEqual(yield* numberKept(id), 1)
      yield* (yield* KeptRows).deleteExpired
      assert.strictEqual(yield* numberKept(id), 0)
    })
  )

  it.effect("gives way to newer ones of its account, by number and by size", () =>
    Effect.gen(function* () {
      const { id, callWith } = yield* mcpCustomer({ plan: "premium" })
      const rows = yield* answering(numbered(2))
      const call = callWith(fits(1))
      const firsts = yield* Effect.forEach(Array.from({ length: maxKeptAnswers + 1 }), () => rows.call({}, call))
      const [oldest, second] = firsts.map(cursorOf)
      assert.strictEqual((yield* Effect.flip(rows.resume(oldest ?? "", call)))._tag, "InvalidParameter")
      assert.strictEqual((yield* rows.resume(second ?? "", call)).consumed, 10)
      const sql = yield* SqlClient.SqlClient
      assert.strictEqual(yield* numberKept(id), maxKeptAnswers)
      yield* sql`UPDATE kept_rows SET bytes = ${maxKeptBytes} WHERE account_id = ${id}`
      const last = yield* rows.call({}, call)
      assert.strictEqual(yield* numberKept(id), 1)
      assert.strictEqual((yield* rows.resume(cursorOf(last), call)).consumed, 10)
    })
  )

  it.effect("needs a key in force and a plan", () =>
    Effect.gen(function* () {
      const { id, callWith } = yield* mcpCustomer({ plan: "lite", credits: 2_000 })
      const rows = yield* answering(numbered(9))
      const call = callWith(fits(3))
      const cursor = cursorOf(yield* rows.call({}, call))
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE api_keys SET revoked_at = created_at WHERE account_id = ${id}`
      assert.strictEqual((yield* Effect.flip(rows.resume(cursor, call)))._tag, "InvalidApiKey")
      assert.strictEqual((yield* Effect.flip(rows.resume("unknown", call)))._tag, "InvalidApiKey")
      assert.lengthOf(yield* entriesOf(id), 1)
    })
  )
})
