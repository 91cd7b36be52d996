/** `postgresStore` over a client of another kind: the `SqlClient` of Effect, as examples/stores/effect.ts shows it. */
import { ReceiverError } from "@heddle/receiver"
import { postgresStore, type Row, type RunStatement } from "@heddle/receiver/postgres"
import { Effect, Exit, ManagedRuntime } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, describe, expect, it } from "vitest"
import { onAnyDatabase } from "../../../../test/support/Databases.ts"
import { conformance } from "./Conformance.ts"
import { advanceSql } from "./PostgresTime.ts"

/** In the transaction that it is made in, if there is one. */
const clientHere = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = Effect.runPromiseWith(yield* Effect.context())
  const client: RunStatement = (text, values) => run(sql.unsafe<Row>(text, values))
  return client
})

onAnyDatabase("postgresStore over Effect", (_, database) => {
  const runtime = ManagedRuntime.make(database)
  afterAll(() => runtime.dispose())

  let tables = 0
  const newStore = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const table = `receiver_events_${(tables += 1)}`
    const store = postgresStore({ client: yield* clientHere, table })
    yield* Effect.promise(() => store.createTable())
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
        const complete = Effect.gen(function* () {
          const client = yield* clientHere
          yield* Effect.tryPromise({ try: () => store.completeIn(client, context), catch: (error) => error })
        })
        yield* Effect.promise(() => store.claim("k", "a", 1000))
        const undone = yield* Effect.exit(sql.withTransaction(Effect.andThen(complete, Effect.fail("undo"))))
        expect(Exit.isFailure(undone)).toBe(true)
        expect(yield* Effect.promise(() => store.release("k", "a"))).toBe(true)
        const lost = yield* Effect.flip(sql.withTransaction(complete))
        expect(lost).toBeInstanceOf(ReceiverError)
        yield* Effect.promise(() => store.claim("k", "a", 1000))
        yield* sql.withTransaction(complete)
        expect((yield* Effect.promise(() => store.claim("k", "b", 1000))).status).toBe("completed")
        yield* Effect.promise(() =>
          store.completeIn(() => Promise.reject(new Error("asked")), { claim: null, eventKey: "k" })
        )
      })
    ))
})
