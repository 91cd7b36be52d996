/**
 * A client that reads an answer in parts, forgets answers, asks twice and at once, while statements of its calls break off:
 * it gets every row once, and pays the price of the answer once.
 */
import { assert, layer } from "@effect/vitest"
import { type AccountId, baseWithExtras, byCount, perCall, perItem, perRow, type Price } from "@heddle/api"
import { Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import type { Answer } from "../../../src/operations/metering/Call.ts"
import { Metering } from "../../../src/operations/metering/Metering.ts"
import { mcpCustomer, numbered, type Row, type RowsBody, rowsIn, rowsOperation } from "../../support/PartialReading.ts"
import { forEvery } from "../../support/Property.ts"
import { TestServices } from "../../support/TestServices.ts"

const credits = fc.integer({ min: 1, max: 100 })
const asked = byCount<Queried>(() => 60)
const returned = ({ data }: RowsBody) => data.length

type Queried = { readonly query: object }

const prices: fc.Arbitrary<Price<Queried, RowsBody>> = fc.oneof(
  credits.map((credits) => perItem<Queried, RowsBody>({ credits, item: "row", asked, returned })),
  credits.map((credits) => perItem<Queried, RowsBody>({ credits, item: "row", asked })),
  fc
    .tuple(credits, fc.nat(40), fc.boolean())
    .map(([base, included, counted]) =>
      baseWithExtras<Queried, RowsBody>({
        base,
        included,
        perExtra: 3,
        item: "row",
        asked,
        ...(counted ? { returned } : {})
      })
    ),
  credits.map((credits) =>
    perRow<Queried, Row>({
      credits,
      item: "row",
      asked: () => 60,
      free: { when: "when it is free", applies: ({ free }) => free }
    })
  ),
  credits.map((credits): Price<Queried, RowsBody> => perCall(credits))
)

/** Where a call breaks off: after this statement on this table. */
const breaks = fc.constantFrom(
  ["INSERT", "kept_rows"],
  ["UPDATE", "kept_rows"],
  ["DELETE", "kept_rows"],
  ["INSERT", "credit_holds"],
  ["DELETE", "credit_holds"],
  ["UPDATE", "credit_grants"],
  ["INSERT", "usage_entries"]
)

const steps = fc.array(
  fc.record({
    fits: fc.integer({ min: 1, max: 12 }),
    breaksOff: fc.option(breaks, { freq: 2 }),
    /** The answer is lost, and the client asks again. */
    lost: fc.boolean(),
    together: fc.integer({ min: 1, max: 3 }),
    /** An earlier cursor, of which it already had the answer. */
    earlier: fc.option(fc.nat(5))
  }),
  { minLength: 60, maxLength: 60 }
)

const scenario = fc.record({ price: prices, rows: fc.array(fc.boolean(), { maxLength: 60 }), steps })

/** Runs the call while that statement fails. */
const brokenOff = Effect.fnUntraced(function* <A, E>([event, table]: ReadonlyArray<string>, call: Effect.Effect<A, E>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TRIGGER break_off AFTER ${sql.literal(event ?? "")} ON ${sql(table ?? "")} FOR EACH STATEMENT
    EXECUTE FUNCTION break_off()`
  const exit = yield* Effect.exit(call)
  yield* sql`DROP TRIGGER break_off ON ${sql(table ?? "")}`
  return exit
})

const entriesCost = Effect.fnUntraced(function* (id: AccountId) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ cost: number }>`
    SELECT coalesce(sum(cost), 0)::int AS cost FROM usage_entries WHERE account_id = ${id}`
  return row?.cost
})

const granted = 10_000

onAnyDatabase("Reading in parts", (_name, database) => {
  layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "120 seconds" })((it) => {
    it.effect("gives every row once for the price of the answer, whatever breaks off, is lost or asked twice", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql
          AS $$ BEGIN RAISE EXCEPTION 'broken off'; END $$`
        const { priced } = yield* Metering
        const ledger = yield* Ledger
        yield* forEvery(scenario, runs(60), ({ price, rows, steps }) =>
          Effect.gen(function* () {
            const data = numbered(rows.length, (number) => rows[number] ?? false)
            const operation = priced(rowsOperation(price, "rows"), () =>
              Effect.succeed(Effect.succeed({ data, next_cursor: null }))
            )
            const { id, callWith } = yield* mcpCustomer({ plan: "lite", credits: granted })
            const request = { query: {} }
            const whole = price.charge(request, { data, next_cursor: null })

            const parts: Array<Answer<object>> = []
            const cursors: Array<string> = []
            let paid = 0
            for (const { fits, breaksOff, lost, together, earlier } of steps) {
              const cursor = parts.at(-1)?.rest?.cursor
              if (parts.length > 0 && cursor === undefined) break
              const call = callWith(() => fits)
              const next: Effect.Effect<Answer<object>, unknown> = cursor === undefined
                ? operation.call(request, call)
                : operation.resume(cursor, call)
              if (breaksOff !== null) {
                const exit = yield* brokenOff(breaksOff, next)
                // The statement may not have been part of the call.
                if (Exit.isSuccess(exit) && !exit.value.replayed) paid += exit.value.consumed
                if (Exit.isSuccess(exit) && cursor === undefined) parts.push(exit.value)
              } else if (cursor === undefined || !lost) {
                const answers = yield* Effect.all(
                  Array.from({ length: cursor === undefined ? 1 : together }, () => next),
                  { concurrency: "unbounded" }
                )
                for (const { replayed, consumed } of answers) if (!replayed) paid += consumed
                parts.push(...answers.slice(0, 1))
                cursors.push(...(cursor === undefined ? [] : [cursor]))
              } else {
                const { replayed, consumed } = yield* next
                if (!replayed) paid += consumed
              }
              const again = earlier === null ? undefined : cursors[earlier]
              if (again !== undefined) {
                const answer = yield* operation.resume(again, call)
                if (!answer.replayed) paid += answer.consumed
              }
              assert.strictEqual(yield* ledger.available(id), granted - paid)
              assert.strictEqual(yield* entriesCost(id), paid)
              assert.isAtMost(paid, whole)
            }
            assert.isNull(parts.at(-1)?.rest)
            assert.deepStrictEqual(parts.flatMap(rowsIn), data)
            assert.strictEqual(paid, whole)
            assert.deepStrictEqual(yield* sql`SELECT 1 FROM credit_holds WHERE account_id = ${id}`, [])
          })
        )
        assert.deepStrictEqual(yield* checkLedger, [])
      })
    )
  })
})
