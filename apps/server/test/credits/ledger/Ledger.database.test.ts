/** What the tables of the ledger refuse, whoever asks, and how much of them a charge reads. */
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { usage } from "../../support/ledger/LedgerSteps.ts"
import { newAccountId } from "../../support/NewAccount.ts"

const services = Layer.mergeAll(Ledger.layer, Grants.layer, Accounts.layer)

onAnyDatabaseWith("The tables of the ledger", { services }, (it) => {
  it.effect("usage entries cannot be changed, not even by the service itself", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* (yield* Ledger).record(yield* newAccountId, usage)
      for (const attempt of [
        sql`UPDATE usage_entries SET cost = 0`,
        sql`DELETE FROM usage_entries`,
        sql`TRUNCATE usage_entries`
      ]) {
        const error = yield* Effect.flip(attempt)
        assert.include(String(error.reason.cause), "append-only")
      }
    })
  )

  it.effect("a charge reads only its own hold, however many have come since the table was nearly empty", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const sql = yield* SqlClient.SqlClient
      const accountId = yield* newAccountId
      yield* (yield* Grants).give(accountId, { plan: "standard", credits: 10_000 })
      const hold = Effect.fnUntraced(function* (count: number) {
        const ids = yield* Effect.replicateEffect(newId("evt"), count)
        const holds = ids.map((holdId) => ({ accountId, holdId }))
        yield* ledger.holdEach(holds, 1)
        return holds
      })
      const holdsRead = Effect.map(
        sql<{ holds: number }>`
          SELECT (seq_tup_read + idx_tup_fetch)::integer AS holds FROM pg_stat_xact_user_tables
          WHERE relname = 'credit_holds'`,
        ([row]) => row?.holds ?? 0
      )
      // The last one, which stays, keeps the table from shrinking.
      yield* ledger.releaseEach((yield* hold(1_000)).slice(0, -1))
      yield* sql`VACUUM ANALYZE credit_holds`
      const charged = (yield* hold(300)).slice(0, 100)
      const read = yield* sql.withTransaction(
        Effect.gen(function* () {
          const before = yield* holdsRead
          yield* ledger.settleEach(charged.map((one) => ({ ...one, cost: 1, usage })))
          return (yield* holdsRead) - before
        })
      )
      assert.strictEqual(read, charged.length)
    })
  )
})
