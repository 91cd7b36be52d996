/** What the tables of the ledger refuse, whoever asks. */
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { usage } from "../../support/ledger/LedgerSteps.ts"
import { newAccountId } from "../../support/NewAccount.ts"

onAnyDatabaseWith("The tables of the ledger", { services: Layer.mergeAll(Ledger.layer, Accounts.layer) }, (it) => {
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
})
