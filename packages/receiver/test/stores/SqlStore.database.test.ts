import { ReceiverError } from "@heddle/receiver"
import { make } from "@heddle/receiver/effect-sql"
import { Effect, Exit, ManagedRuntime } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, describe, expect, it } from "vitest"
import { onAnyDatabase } from "../../../../test/support/Databases.ts"
import { conformance } from "./Conformance.ts"
import { advanceSql } from "./PostgresTime.ts"

onAnyDatabase("SqlStore", (_, database) => {
  const runtime = ManagedRuntime.make(database)
  afterAll(() => runtime.dispose())

  let tables = 0
  const newStore = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const table = `receiver_events_${(tables += 1)}`
    const store = yield* make({ table })
    yield* store.createTable
    const advance = (seconds: number) => Effect.runPromise(Effect.asVoid(sql.unsafe(advanceSql(table, seconds))))
    return { sql, store, advance }
  })

  describe("conformance", () => {
    conformance(() => runtime.runPromise(newStore))
  })

  it("completes inside the transaction it runs in", () =>
    runtime.runPromise(
      Effect.gen(function* () {
        const { sql, store } = yield* newStore
        const context = { claim: { key: "k", owner: "a" }, eventKey: "k" }
        yield* Effect.promise(() => store.claim("k", "a", 1000))
        const undone = yield* Effect.exit(
          sql.withTransaction(Effect.andThen(store.completeIn(context), Effect.fail("undo")))
        )
        expect(Exit.isFailure(undone)).toBe(true)
        expect(yield* Effect.promise(() => store.release("k", "a"))).toBe(true)
        const lost = yield* Effect.flip(sql.withTransaction(store.completeIn(context)))
        expect(lost).toBeInstanceOf(ReceiverError)
        yield* Effect.promise(() => store.claim("k", "a", 1000))
        yield* sql.withTransaction(store.completeIn(context))
        expect((yield* Effect.promise(() => store.claim("k", "b", 1000))).status).toBe("completed")
        yield* store.completeIn({ claim: null, eventKey: "k" })
      })
    ))
})
