/** What comes together is committed together, and still everyone gets their own answer, whatever happens to the others. */
import { assert, layer } from "@effect/vitest"
import { AccountId } from "@heddle/api"
import { Cause, Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabaseWith, onPostgres } from "../../../../../test/support/Databases.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { migrated } from "../../../src/database/Database.ts"
import * as PostgresClient from "../../../src/database/client/PostgresClient.ts"
import { callerOf } from "../../support/ledger/LedgerCalls.ts"
import { newAccountId } from "../../support/NewAccount.ts"

const usage = { keyId: null, requestId: null, source: "test", apiType: "keywords", parameters: { keywords: ["a"] } }

const nobody = callerOf(AccountId.make("acct_nobody"))

/** The key of an account with a plan and this many credits. */
const callerWith = Effect.fnUntraced(function* (credits: number) {
  const id = yield* newAccountId
  yield* (yield* Grants).give(id, { plan: "standard", credits })
  return callerOf(id, (yield* (yield* ApiKeys).create(id, { name: "key" })).id)
})

const times = <A, E, R>(count: number, effect: (index: number) => Effect.Effect<A, E, R>) =>
  Effect.forEach(
    Array.from({ length: count }, (_, index) => index),
    effect,
    { concurrency: "unbounded" }
  )

const entriesOf = Effect.fnUntraced(function* (accountId: AccountId) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ id: string; cost: number }>`
    SELECT id, cost FROM usage_entries WHERE account_id = ${accountId} ORDER BY id`
})

/** Another transaction takes the account's lock, until the effect that is returned has run. */
const heldByOther = Effect.fnUntraced(function* (accountId: AccountId) {
  const ledger = yield* Ledger
  const sql = yield* SqlClient.SqlClient
  const locked = yield* Deferred.make<void>()
  const letGo = yield* Deferred.make<void>()
  const holder = yield* ledger
    .lock(accountId)
    .pipe(
      Effect.andThen(Deferred.succeed(locked, undefined)),
      Effect.andThen(Deferred.await(letGo)),
      sql.withTransaction,
      Effect.forkChild
    )
  yield* Deferred.await(locked)
  return Effect.andThen(Deferred.succeed(letGo, undefined), Fiber.join(holder))
})

const services = Layer.mergeAll(Ledger.layer, Grants.layer, Accounts.layer, ApiKeys.layer)

onAnyDatabaseWith("Batches of the ledger", { services: services }, (it) => {
  it.effect("concurrent calls of many accounts each get their own result", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const callers = yield* times(20, (index) => callerWith(10 * (index + 1)))
      const answers = yield* times(200, (index) => Effect.result(ledger.admit(callers[index % 20] ?? nobody, 10, true)))
      for (const [position, { accountId }] of callers.entries()) {
        const made = answers.filter((answer, index) => index % 20 === position && answer._tag === "Success")
        assert.strictEqual(made.length, Math.min(10, position + 1))
        assert.strictEqual(yield* ledger.available(accountId), 10 * (position + 1 - made.length))
      }
      assert.deepStrictEqual(yield* checkLedger, [])
    })
  )

  it.effect("a command that the database rejects does not fail the others of its batch", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const { accountId: account } = yield* callerWith(1_000)
      const results = yield* times(20, (index) =>
        Effect.exit(ledger.record(account, index === 7 ? { ...usage, parameters: { broken: "\u0000" } } : usage))
      )
      assert.deepStrictEqual(
        results.map(({ _tag }) => _tag),
        Array.from({ length: 20 }, (_, index) => (index === 7 ? "Failure" : "Success"))
      )
      assert.strictEqual((yield* entriesOf(account)).length, 19)
    })
  )

  it.effect("a charge inside a transaction commits or rolls back with it", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const sql = yield* SqlClient.SqlClient
      const caller = yield* callerWith(100)
      const { accountId: account } = caller
      const { holdId } = yield* ledger.admit(caller, 40, true)
      const settle = ledger.settle(account, { holdId, cost: 30, usage })
      yield* Effect.flip(sql.withTransaction(Effect.andThen(settle, Effect.fail("no"))))
      assert.strictEqual(yield* ledger.available(account), 60)
      assert.deepStrictEqual(yield* entriesOf(account), [])
      assert.deepStrictEqual(yield* sql.withTransaction(settle), { remaining: 70 })
      assert.deepStrictEqual(
        (yield* entriesOf(account)).map(({ cost }) => cost),
        [30]
      )
    })
  )

  it.effect("an account that does not exist is a defect, not a wait", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const exit = yield* Effect.exit(ledger.admit(nobody, 1, false))
      assert.isTrue(exit._tag === "Failure" && Cause.hasDies(exit.cause))
    })
  )
})

onPostgres("Batches of the ledger among processes", ({ freshUrl }) => {
  const pool = (maxConnections: number) => Effect.map(freshUrl, (url) => ({ url, maxConnections }))
  const Live = Layer.unwrap(
    Effect.map(pool(10), (config) => services.pipe(Layer.provideMerge(migrated(PostgresClient.layer(config)))))
  )

  layer(Live, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect("commands of a locked account wait without delaying others", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const held = yield* callerWith(100)
        const free = yield* callerWith(1_000)
        const { holdId } = yield* ledger.admit(held, 40, true)
        const letGo = yield* heldByOther(held.accountId)
        const settle = ledger.settle(held.accountId, { holdId, cost: 30, usage })
        const settling = yield* Effect.forkChild(settle)
        const waiting = yield* Effect.forkChild(times(5, () => ledger.admit(held, 10, true)))
        yield* times(50, () => ledger.admit(free, 10, true))
        yield* times(50, () => ledger.record(held.accountId, usage))
        assert.isUndefined(waiting.pollUnsafe())
        assert.isUndefined(settling.pollUnsafe())
        yield* letGo
        assert.strictEqual((yield* Fiber.join(waiting)).length, 5)
        yield* Fiber.join(settling)
        assert.strictEqual(yield* ledger.available(held.accountId), 20)
        assert.deepStrictEqual(yield* checkLedger, [])
      })
    )

    it.effect("an account that stays locked too long is unavailable, and its commands do not run later", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const sql = yield* SqlClient.SqlClient
        const caller = yield* callerWith(100)
        const { accountId: account } = caller
        yield* sql`ALTER FUNCTION ledger_apply SET lock_timeout = '200ms'`
        const letGo = yield* heldByOther(account)
        const refused = yield* Effect.exit(ledger.admit(caller, 10, true))
        yield* letGo
        assert.strictEqual(refused._tag, "Failure")
        yield* sql`ALTER FUNCTION ledger_apply SET lock_timeout = '10s'`
        assert.strictEqual(yield* ledger.available(account), 100)
        yield* ledger.admit(caller, 10, true)
        assert.deepStrictEqual(yield* checkLedger, [])
      })
    )

    it.effect("every answered call is charged, although connections keep breaking", () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const sql = yield* SqlClient.SqlClient
        const caller = yield* callerWith(100_000)
        const { accountId: account } = caller
        const breaker = yield* sql`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`.pipe(
          Effect.ignore,
          Effect.delay("15 millis"),
          Effect.forever,
          Effect.forkChild
        )
        const answers = yield* times(16, () =>
          Effect.forEach(Array.from({ length: 25 }), () =>
            Effect.exit(
              Effect.flatMap(ledger.admit(caller, 10, true), ({ holdId }) =>
                Effect.as(ledger.settle(account, { holdId, cost: 7, usage }), holdId)
              )
            )
          )
        )
        yield* Fiber.interrupt(breaker)
        // The last strike may still break connections of the pool.
        const entries = yield* Effect.retry(entriesOf(account), { times: 10 })
        const charged = new Set(entries.map(({ id }) => id))
        const answered = answers.flat().flatMap((answer) => (answer._tag === "Success" ? [answer.value] : []))
        assert.isAbove(answered.length, 0)
        for (const holdId of answered) assert.isTrue(charged.has(holdId.replace("hold", "use")), holdId)
        assert.deepStrictEqual(yield* Effect.retry(checkLedger, { times: 10 }), [])
      })
    )
  })

  layer(Layer.empty, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect("two processes never overspend one account", () =>
      Effect.gen(function* () {
        const config = yield* pool(4)
        const process = () =>
          Layer.build(Layer.fresh(services.pipe(Layer.provideMerge(migrated(PostgresClient.layer(config))))))
        const one = yield* process()
        const other = yield* process()
        const caller = yield* Effect.provideContext(callerWith(1_000), one)
        const { accountId: account } = caller
        const spend = Effect.gen(function* () {
          const ledger = yield* Ledger
          const outcomes = yield* times(40, () =>
            Effect.gen(function* () {
              const { holdId } = yield* ledger.admit(caller, 30, true)
              yield* ledger.settle(account, { holdId, cost: 20, usage })
            }).pipe(Effect.result)
          )
          return outcomes.filter(({ _tag }) => _tag === "Success").length
        })
        const [first, second] = yield* Effect.all(
          [Effect.provideContext(spend, one), Effect.provideContext(spend, other)],
          { concurrency: "unbounded" }
        )
        const rest = yield* Effect.provideContext(
          Effect.flatMap(Ledger, (ledger) => ledger.available(account)),
          one
        )
        assert.strictEqual(rest, 1_000 - 20 * (first + second))
        assert.isAtLeast(rest, 0)
        // 33 holds of 30 fit at the same time.
        assert.isAtLeast(first + second, 33)
        assert.deepStrictEqual(yield* Effect.provideContext(checkLedger, one), [])
      })
    )
  })
})
