/** The audit log holds what was done and nothing else, for 13 months. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { actingAs, AuditLog, person } from "../../../src/accounts/audit/AuditLog.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { TestServices } from "../../support/TestServices.ts"
import { newAccountId } from "../../support/NewAccount.ts"

onAnyDatabaseWith("The audit log", { services: TestServices }, (it) => {
  it.effect("forgets a change that was rolled back", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keys = yield* ApiKeys
      const log = yield* AuditLog
      const accountId = yield* newAccountId
      yield* Effect.flip(
        sql.withTransaction(Effect.andThen(keys.create(accountId, { name: "lost" }), Effect.fail("changed my mind")))
      )
      assert.deepStrictEqual((yield* log.page(accountId, { limit: 10 })).entries, [])
      yield* keys.create(accountId, { name: "kept" }).pipe(actingAs(person("ann@example.com")))
      const { entries } = yield* log.page(accountId, { limit: 10 })
      assert.deepStrictEqual(
        entries.map(({ action, actor, actorKind, details }) => [action, actor, actorKind, details["name"]]),
        [["key.created", "ann@example.com", "person", "kept"]]
      )
    })
  )

  it.effect("keeps entries for 13 months", () =>
    Effect.gen(function* () {
      const log = yield* AuditLog
      const keys = yield* ApiKeys
      yield* TestClock.setTime(Date.UTC(2027, 0, 15))
      const accountId = yield* newAccountId
      const { id } = yield* keys.create(accountId, { name: "first" })
      yield* TestClock.setTime(Date.UTC(2028, 1, 14))
      yield* keys.revoke(accountId, id)
      yield* log.deleteOld
      assert.strictEqual((yield* log.page(accountId, { limit: 10 })).entries.length, 2)
      yield* TestClock.setTime(Date.UTC(2028, 1, 16))
      yield* log.deleteOld
      const { entries } = yield* log.page(accountId, { limit: 10 })
      assert.deepStrictEqual(
        entries.map(({ action }) => action),
        ["key.deleted"]
      )
    })
  )
})
