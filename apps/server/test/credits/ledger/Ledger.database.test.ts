/** What a customer relies on most, told as single examples; the property has the rest. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { queryHoldMillis } from "../../../src/runtime/CallTimings.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { now, plusMillis } from "../../../src/runtime/Time.ts"
import { callerOf } from "../../support/ledger/LedgerCalls.ts"

const usage = { keyId: null, requestId: null, source: "test", apiType: "keywords", parameters: { keywords: ["a"] } }
const minute = 60_000

const newAccount = Effect.gen(function* () {
  return (yield* (yield* Accounts).create(`${yield* newId("acct")}@example.com`)).id
})

onAnyDatabase("Ledger", (_name, database) => {
  const Live = Layer.mergeAll(Ledger.layer, Grants.layer, Accounts.layer, ApiKeys.layer).pipe(
    Layer.provideMerge(database)
  )

  layer(Live, { timeout: "60 seconds" })((it) => {
    it.effect("a key pays for calls until the millisecond in which it expires", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const account = yield* newAccount
        yield* (yield* Grants).give(account, { plan: "standard" })
        const expiresAt = plusMillis(yield* now, minute)
        const key = yield* (yield* ApiKeys).create(account, { name: "brief", expiresAt })
        yield* TestClock.adjust(minute - 1)
        yield* ledger.admit(callerOf(account, key.id), 10, true)
        yield* TestClock.adjust(1)
        const refused = yield* Effect.flip(ledger.admit(callerOf(account, key.id), 10, true))
        assert.strictEqual(refused._tag, "CallerNotInForce")
        assert.strictEqual(yield* ledger.available(account), 99_990, "nothing was held")
      })
    )

    it.effect("credits that an abandoned call held pay for another from the instant in which its hold ends", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const account = yield* newAccount
        yield* (yield* Grants).give(account, { plan: "standard", credits: 100 })
        const caller = callerOf(account, null)
        yield* ledger.admit(caller, 100, true)
        yield* TestClock.adjust(queryHoldMillis - 1)
        const refused = yield* Effect.flip(ledger.admit(caller, 100, true))
        assert.strictEqual(refused._tag, "InsufficientCredits")
        yield* TestClock.adjust(1)
        yield* ledger.admit(caller, 100, true)
      })
    )

    it.effect("usage entries cannot be changed, not even by the service itself", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* (yield* Ledger).record(yield* newAccount, usage)
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
})
