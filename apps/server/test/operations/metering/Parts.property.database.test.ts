/**
 * A client that reads an answer in parts, loses answers, asks twice and at once, while its calls break off or are
 * interrupted: it gets every row once, and pays the price of the answer once.
 */
import { assert } from "@effect/vitest"
import { type AccountId, baseWithExtras, byCount, perCall, perItem, perRow, type Price } from "@heddle/api"
import { Effect, Exit, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import type { Answer } from "../../../src/operations/metering/Call.ts"
import { Metering } from "../../../src/operations/metering/Metering.ts"
import {
  allParts,
  mcpCustomer,
  numbered,
  type Row,
  type RowsBody,
  rowsIn,
  rowsOperation
} from "../../support/PartialReading.ts"
import { forEvery } from "../../support/Property.ts"
import { TestServices } from "../../support/TestServices.ts"

const granted = 100_000

type Queried = { readonly query: object }

const request: Queried = { query: {} }
const asked = byCount<Queried>(() => 60)
const returned = ({ data }: RowsBody) => data.length
const item = "row"
const credits = fc.integer({ min: 1, max: 100 })

const prices = fc.oneof(
  credits.map((credits): Price<Queried, RowsBody> => perItem({ credits, item, asked, returned })),
  credits.map((credits): Price<Queried, RowsBody> => perItem({ credits, item, asked })),
  credits.map((base): Price<Queried, RowsBody> => baseWithExtras({ base, included: 9, perExtra: 3, item, asked })),
  fc
    .tuple(credits, fc.nat(40))
    .map(([base, included]): Price<Queried, RowsBody> =>
      baseWithExtras({ base, included, perExtra: 3, item, asked, returned })
    ),
  credits.map((credits): Price<Queried, RowsBody> =>
    perRow<Queried, Row>({
      credits,
      item,
      asked: () => 60,
      free: { when: "when it is free", applies: ({ free }) => free }
    })
  ),
  credits.map((credits): Price<Queried, RowsBody> => perCall(credits))
)

/** Where a call breaks off: after a statement on a table. */
const breaks = fc.constantFrom(
  { event: "INSERT", table: "kept_rows" },
  { event: "UPDATE", table: "kept_rows" },
  { event: "DELETE", table: "kept_rows" },
  { event: "INSERT", table: "credit_holds" },
  { event: "DELETE", table: "credit_holds" },
  { event: "UPDATE", table: "credit_grants" },
  { event: "INSERT", table: "usage_entries" }
)
type Break = typeof breaks extends fc.Arbitrary<infer B> ? B : never

/** How a call for a part ends. Only an answer that arrives leads on. */
const endings = fc.oneof(
  fc.record({ _tag: fc.constant("Arrives" as const), atOnce: fc.integer({ min: 1, max: 3 }) }),
  fc.constant({ _tag: "Lost" as const }),
  fc.record({ _tag: fc.constant("BreaksOff" as const), at: breaks }),
  fc.record({ _tag: fc.constant("Interrupted" as const), turns: fc.nat(12) })
)
type Ending = typeof endings extends fc.Arbitrary<infer E> ? E : never

const scenario = fc.record({
  price: prices,
  rows: fc.array(fc.boolean(), { maxLength: 60, size: "max" }),
  firstBreaksOff: fc.option(breaks),
  firstFits: fc.integer({ min: 1, max: 12 }),
  steps: fc.array(
    fc.record({
      fits: fc.integer({ min: 1, max: 12 }),
      ends: endings,
      /** A part that it already has, which it asks for again. */
      earlier: fc.option(fc.nat(5))
    }),
    { maxLength: 25, size: "max" }
  )
})

/** Runs the call while that statement fails. */
const brokenOff = Effect.fnUntraced(function* <A, E>({ event, table }: Break, call: Effect.Effect<A, E>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TRIGGER break_off AFTER ${sql.literal(event)} ON ${sql(table)} FOR EACH STATEMENT
    EXECUTE FUNCTION break_off()`
  const exit = yield* Effect.exit(call)
  yield* sql`DROP TRIGGER break_off ON ${sql(table)}`
  return exit
})

const turnOfEvents = Effect.promise(() => new Promise<void>((resolve) => void setImmediate(resolve)))

/** Ends the call while it runs, unless it is over by then. */
const interrupted = Effect.fnUntraced(function* <A, E>(turns: number, call: Effect.Effect<A, E>) {
  const fiber = yield* Effect.forkChild(call, { startImmediately: true })
  for (let turn = 0; turn < turns; turn++) yield* turnOfEvents
  yield* Fiber.interrupt(fiber)
})

type Part = Answer<object>

/** The answers of a call for a part that ends like this; null when nobody knows. */
const answersOf = Effect.fnUntraced(function* (ends: Ending, call: Effect.Effect<Part, unknown>) {
  switch (ends._tag) {
    case "Arrives":
      return yield* Effect.all(
        Array.from({ length: ends.atOnce }, () => call),
        { concurrency: "unbounded" }
      )
    case "Lost":
      return [yield* call]
    case "BreaksOff": {
      // The statement may not be part of the call.
      const exit = yield* brokenOff(ends.at, call)
      return Exit.isSuccess(exit) ? [exit.value] : []
    }
    case "Interrupted":
      yield* interrupted(ends.turns, call)
      return null
  }
})

const charged = (answers: ReadonlyArray<Part>): number =>
  answers.reduce((sum, { replayed, consumed }) => sum + (replayed ? 0 : consumed), 0)

const entriesCost = Effect.fnUntraced(function* (id: AccountId) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ cost: number }>`SELECT cost::int AS cost FROM usage_entries WHERE account_id = ${id}`
  return rows.reduce((sum, { cost }) => sum + cost, 0)
})

/** Whether or not a hold of a call that broke off has been returned yet. */
const unspent = Effect.fnUntraced(function* (id: AccountId) {
  const sql = yield* SqlClient.SqlClient
  const grants = yield* sql<{ left: number }>`
    SELECT (amount - spent)::int AS left FROM credit_grants WHERE account_id = ${id}`
  return grants.reduce((sum, { left }) => sum + left, 0)
})

onAnyDatabaseWith("Reading in parts", { services: TestServices }, (it) => {
  it.effect("gives every row once for the price of the answer, whatever breaks off, is lost or asked twice", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`
          CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql
          AS $$ BEGIN RAISE EXCEPTION 'broken off'; END $$`
      const { priced } = yield* Metering
      yield* forEvery(scenario, runs(100), ({ price, rows, firstBreaksOff, firstFits, steps }) =>
        Effect.gen(function* () {
          const data = numbered(rows.length, (number) => rows[number] ?? false)
          const { call, resume } = priced(rowsOperation(price, "rows"), () =>
            Effect.succeed(Effect.succeed({ data, next_cursor: null }))
          )
          const { id, callWith } = yield* mcpCustomer({ plan: "lite", credits: granted })
          const whole = price.charge(request, { data, next_cursor: null })
          const fitting = (count: number) => callWith(() => count)

          const begin = call(request, fitting(firstFits))
          const broken = firstBreaksOff === null ? null : yield* brokenOff(firstBreaksOff, begin)
          if (broken !== null && Exit.isFailure(broken)) assert.strictEqual(yield* entriesCost(id), 0)
          let last: Part = broken !== null && Exit.isSuccess(broken) ? broken.value : yield* begin
          const parts = [last]
          const cursors: Array<string> = []
          for (const { fits, ends, earlier } of steps) {
            if (last.rest === null) break
            const { cursor } = last.rest
            const before = yield* entriesCost(id)
            const answers = yield* answersOf(ends, resume(cursor, fitting(fits)))
            const after = yield* entriesCost(id)
            assert.isAtMost(after, whole)
            if (answers !== null) assert.strictEqual(after - before, charged(answers))
            const again = earlier === null ? undefined : cursors[earlier]
            if (again !== undefined) {
              const answer = yield* resume(again, fitting(fits))
              assert.strictEqual((yield* entriesCost(id)) - after, charged([answer]))
            }
            const [arrived] = ends._tag === "Arrives" && answers !== null ? answers : []
            if (arrived === undefined) continue
            parts.push(arrived)
            cursors.push(cursor)
            last = arrived
          }
          const [, ...others] = yield* allParts(resume, last, fitting(3))
          assert.deepStrictEqual([...parts, ...others].flatMap(rowsIn), data)
          assert.strictEqual(yield* entriesCost(id), whole)
          assert.strictEqual(yield* unspent(id), granted - whole)
        })
      )
      assert.deepStrictEqual(yield* checkLedger, [])
    })
  )
})
