/** The database goes away while a part is charged: whatever became of it, repeating the call loses and repeats nothing. */
import { assert, layer } from "@effect/vitest"
import { perItem } from "@heddle/api"
import { Effect, Exit, Schedule } from "effect"
import { onPostgres } from "../../../../../test/support/Databases.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { Metering } from "../../../src/operations/metering/Metering.ts"
import { sqlErrorsIn } from "../../../src/runtime/Outage.ts"
import { behindProxy, Proxy } from "../../support/BehindProxy.ts"
import { allParts, mcpCustomer, numbered, type RowsBody, rowsIn, rowsOperation } from "../../support/PartialReading.ts"

/** In the settlement of a part, and in no other message. */
const settlement = '"cost":'

const price = perItem<{ readonly query: object }, RowsBody>({
  credits: 10,
  item: "row",
  asked: { count: () => 9, bounds: null },
  returned: ({ data }) => data.length
})

const request = { query: {} }

const onceItAnswers = Effect.retry({ schedule: Schedule.spaced("200 millis"), times: 20 })

onPostgres("A part whose charge meets an outage", (postgres) => {
  layer(behindProxy(postgres), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    const begin = Effect.gen(function* () {
      const { priced } = yield* Metering
      const operation = priced(rowsOperation(price, "rows"), () =>
        Effect.succeed(Effect.succeed({ data: numbered(9), next_cursor: null }))
      )
      const customer = yield* mcpCustomer({ plan: "lite", credits: 1_000 })
      const call = customer.callWith(() => 3)
      const first = yield* operation.call(request, call)
      return { ...operation, ...customer, fitting: call, first, cursor: first.rest?.cursor ?? "" }
    })

    it.effect.each([
      { where: "before the commit", further: 0, replayed: false },
      { where: "after the commit", further: 2, replayed: true }
    ])("$where: the cursor gives the rows, charged once", ({ further, replayed }) =>
      Effect.gen(function* () {
        const proxy = yield* Proxy
        const { id, resume, fitting, first, cursor } = yield* begin
        proxy.cut({ after: settlement, further, staysDown: true })
        const lost = yield* Effect.exit(resume(cursor, fitting))
        assert.isTrue(Exit.isFailure(lost))
        proxy.heal()
        const again = yield* onceItAnswers(Effect.sandbox(resume(cursor, fitting)))
        assert.strictEqual(again.replayed, replayed)
        const parts = yield* allParts(resume, first, fitting)
        assert.deepStrictEqual(parts.flatMap(rowsIn), numbered(9))
        assert.strictEqual(yield* (yield* Ledger).available(id), 910)
      })
    )

    it.effect("in the first part before its commit, nothing is charged or kept", () =>
      Effect.gen(function* () {
        const proxy = yield* Proxy
        const { id, call, resume, fitting } = yield* begin
        proxy.cut({ after: settlement, staysDown: true })
        const lost = yield* Effect.exit(call(request, fitting))
        assert.isTrue(Exit.isFailure(lost) && sqlErrorsIn(lost.cause).length > 0)
        proxy.heal()
        const first = yield* onceItAnswers(Effect.sandbox(call(request, fitting)))
        const parts = yield* allParts(resume, first, fitting)
        assert.deepStrictEqual(parts.flatMap(rowsIn), numbered(9))
        // The hold of the call that was lost is returned as soon as the database answers again.
        const { available } = yield* Ledger
        yield* onceItAnswers(Effect.filterOrFail(available(id), (left) => left === 880))
      })
    )
  })
})
