/** Charges of releases before refunds can be refunded, whichever partition has them; other entries stay at 0 and above. */
import { AccountId } from "@heddle/api"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyEmptyDatabase } from "../../../../../test/support/Databases.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { installFunctions, sqlFunctions } from "../../../src/database/functions/SqlFunctions.ts"
import { migrations } from "../../../src/database/migrations/index.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { now, plusMillis } from "../../../src/runtime/Time.ts"
import { TestServices } from "../../support/TestServices.ts"

const run = (these: (name: string) => boolean) =>
  Effect.forEach(
    Object.entries(migrations).filter(([name]) => these(name)),
    ([, migration]) => migration,
    { discard: true }
  )

const accountId = AccountId.make("acct_1")

/** As the release before the partitions by month left it, with one charge of 20 credits. */
const Former = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* run((name) => name < "0014")
    const time = yield* now
    yield* sql`INSERT INTO accounts (id, email, created_at) VALUES (${accountId}, 'a@example.com', ${time})`
    yield* sql`
      INSERT INTO credit_grants (account_id, id, kind, amount, spent, effective_at, expires_at, created_at)
      VALUES (${accountId}, 'grant_1', 'operator', 100, 20, ${time}, ${plusMillis(time, 3_600_000)}, ${time})`
    const id = yield* newId("use")
    yield* sql`
      INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, grants, amounts)
      VALUES (${accountId}, ${id}, ${time}, 20, 'webhook ep_1', 'webhook', '{}', '{grant_1}', '{20}')`
    yield* run((name) => name >= "0014")
    yield* Effect.flatMap(sqlFunctions, installFunctions)
  })
)

onAnyEmptyDatabase("The migration to refunds", (_name, client) => {
  layer(TestServices.pipe(Layer.provideMerge(Former.pipe(Layer.provideMerge(client)))), { timeout: "120 seconds" })(
    (it) => {
      it.effect("lets a charge in a former partition be refunded, once", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const ledger = yield* Ledger
          const [entry] = yield* sql<{ id: string; partition: string }>`
            SELECT id, tableoid::regclass::text AS partition FROM usage_entries`
          assert.match(entry?.partition ?? "", /^usage_entries_before_/)
          const usage = { keyId: null, requestId: null, source: "webhook ep_1", apiType: "webhook", parameters: {} }
          const chargeId = yield* newId("evt")
          const refund = (charge: string) =>
            sql.withTransaction(
              sql`SELECT * FROM ledger_refund(${JSON.stringify([{ account: accountId, charge, ...usage }])}::json, now())`
            )
          assert.deepStrictEqual(yield* refund(chargeId), [{ refundedCharges: [] }])
          const charge = entry?.id.replace("use", "evt") ?? ""
          assert.deepStrictEqual(yield* refund(charge), [{ refundedCharges: [charge] }])
          assert.deepStrictEqual(yield* refund(charge), [{ refundedCharges: [] }])
          assert.strictEqual(yield* ledger.available(accountId), 100)
          assert.deepStrictEqual(yield* checkLedger, [])
          const wrong = yield* Effect.flip(sql`
            INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, grants, amounts)
            VALUES (${accountId}, ${yield* newId("use")}, now(), -1, 'x', 'x', '{}', '{grant_1}', '{-1}')`)
          assert.strictEqual(wrong.reason._tag, "ConstraintError")
        })
      )
    }
  )
})
