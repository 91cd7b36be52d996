/** What a process held ends with it, and a process that was only paused cannot charge for it. Two layers are two processes. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith, onPostgres } from "../../../../test/support/Databases.ts"
import { Accounts } from "../../src/accounts/customers/Accounts.ts"
import { Grants } from "../../src/credits/ledger/Grants.ts"
import { Ledger } from "../../src/credits/ledger/Ledger.ts"
import { checkLedger } from "../../src/credits/ledger/LedgerCheck.ts"
import { newId, type ProcessId } from "../../src/runtime/Ids.ts"
import { ProcessLease } from "../../src/runtime/ProcessLease.ts"
import { callerOf } from "../support/ledger/LedgerCalls.ts"
import { newAccountId } from "../support/NewAccount.ts"

const usage = { keyId: null, requestId: null, source: "test", apiType: "keywords", parameters: {} }

const startProcess = Effect.gen(function* () {
  const context = yield* Layer.build(Layer.fresh(Layer.merge(Ledger.layer, ProcessLease.layer)))
  return yield* Effect.provideContext(Effect.all({ ledger: Ledger, lease: ProcessLease }), context)
})

const account = Effect.gen(function* () {
  const id = yield* newAccountId
  yield* (yield* Grants).give(id, { plan: "standard", credits: 1_000 })
  return id
})

/** As others see a process that was killed: its row is gone, and nothing of it runs. */
const end = Effect.fnUntraced(function* (id: ProcessId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM processes WHERE id = ${id}`
})

const expire = Effect.fnUntraced(function* (id: ProcessId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE processes SET alive_until = clock_timestamp() - interval '1 second' WHERE id = ${id}`
})

const services = Layer.mergeAll(Accounts.layer, Grants.layer)

onAnyDatabaseWith("What a process holds", { services: services }, (it) => {
  it.effect("is returned when the process is gone; that of others and of events stays", () =>
    Effect.gen(function* () {
      const dead = yield* startProcess
      const alive = yield* startProcess
      const id = yield* account
      yield* dead.ledger.admit(callerOf(id), 100, true)
      yield* alive.ledger.admit(callerOf(id), 10, true)
      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(
        Effect.flatMap(newId("evt"), (event) =>
          Effect.andThen(dead.ledger.lock(id), dead.ledger.holdEach([{ accountId: id, holdId: event }], 20))
        )
      )
      yield* alive.ledger.releaseAbandoned
      assert.strictEqual(yield* alive.ledger.available(id), 870)
      yield* end(yield* dead.lease.id)
      yield* alive.ledger.releaseAbandoned
      assert.strictEqual(yield* alive.ledger.available(id), 970)
      assert.deepStrictEqual(yield* checkLedger, [])
    })
  )

  it.effect("cannot be charged by the process when it comes back", () =>
    Effect.gen(function* () {
      const paused = yield* startProcess
      const other = yield* startProcess
      const id = yield* account
      const { holdId } = yield* paused.ledger.admit(callerOf(id), 100, true)
      yield* end(yield* paused.lease.id)
      yield* other.ledger.releaseAbandoned
      const late = yield* Effect.flip(paused.ledger.settle(id, { holdId, cost: 60, usage }))
      assert.strictEqual(late._tag, "HoldExpired")
      assert.strictEqual(yield* other.ledger.available(id), 1_000)
      assert.deepStrictEqual(yield* checkLedger, [])
    })
  )

  it.effect("either ends or is charged, whichever of the two comes first", () =>
    Effect.gen(function* () {
      const paused = yield* startProcess
      const other = yield* startProcess
      const id = yield* account
      const holds = yield* Effect.forEach(Array.from({ length: 20 }), () => paused.ledger.admit(callerOf(id), 10, true))
      yield* end(yield* paused.lease.id)
      const settle = (hold: (typeof holds)[number]) =>
        Effect.result(paused.ledger.settle(id, { holdId: hold.holdId, cost: 10, usage }))
      const [results] = yield* Effect.all(
        [Effect.forEach(holds, settle, { concurrency: 4 }), other.ledger.releaseAbandoned],
        { concurrency: "unbounded" }
      )
      const charged = results.filter(({ _tag }) => _tag === "Success").length
      assert.strictEqual(yield* other.ledger.available(id), 1_000 - 10 * charged)
      assert.deepStrictEqual(yield* checkLedger, [])
    })
  )
})

onPostgres("The lease of a process", ({ layer: database }) => {
  layer(services.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })((it) => {
    /** The database has been up for longer than a lease. */
    const longUp = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) =>
        sql`SELECT pg_sleep(greatest(0, 11 - extract(epoch FROM clock_timestamp() - pg_postmaster_start_time())))`
    )

    it.effect("is ended by others once it has run out, and not before", () =>
      Effect.gen(function* () {
        yield* longUp
        const one = yield* startProcess
        const two = yield* startProcess
        const id = yield* one.lease.id
        yield* two.lease.renew
        assert.deepStrictEqual(yield* two.lease.gone([id]), [])
        yield* expire(id)
        assert.deepStrictEqual(yield* two.lease.gone([id]), [], "nobody has ended it yet")
        yield* two.lease.renew
        assert.deepStrictEqual(yield* two.lease.gone([id]), [id])
      })
    )

    it.effect("is renewed by a process that was late, unless it was ended: then it goes on under a new id", () =>
      Effect.gen(function* () {
        const one = yield* startProcess
        const two = yield* startProcess
        const first = yield* one.lease.id
        yield* expire(first)
        yield* one.lease.renew
        yield* two.lease.renew
        assert.strictEqual(yield* one.lease.id, first)
        assert.deepStrictEqual(yield* two.lease.gone([first]), [])
        yield* end(first)
        yield* one.lease.renew
        const second = yield* one.lease.id
        assert.notStrictEqual(second, first)
        assert.deepStrictEqual(yield* two.lease.gone([first, second]), [first])
      })
    )

    it.effect("outlasts an outage: others get the time of a lease to renew theirs", () =>
      Effect.gen(function* () {
        const one = yield* startProcess
        const two = yield* startProcess
        const sql = yield* SqlClient.SqlClient
        const id = yield* one.lease.id
        yield* sql`ALTER TABLE processes RENAME TO unreachable`
        yield* Effect.flip(two.lease.renew)
        yield* sql`ALTER TABLE unreachable RENAME TO processes`
        yield* expire(id)
        yield* two.lease.renew
        const isDead = Effect.gen(function* () {
          const rows = yield* sql<{ dead: boolean }>`
            SELECT ${(yield* two.lease.isDead)(sql`p.id`)} AS dead FROM (SELECT ${id}::text AS id) p`
          return rows[0]?.dead
        })
        yield* TestClock.adjust("9 seconds")
        yield* two.lease.renew
        assert.deepStrictEqual(yield* two.lease.gone([id]), [])
        assert.isFalse(yield* isDead, "what it does is not done again")
        yield* TestClock.adjust("2 seconds")
        assert.isTrue(yield* isDead)
        yield* two.lease.renew
        assert.deepStrictEqual(yield* two.lease.gone([id]), [id])
      })
    )
  })
})
