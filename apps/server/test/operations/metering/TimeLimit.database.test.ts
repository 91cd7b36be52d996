/** A query that takes too long, or whose caller goes away, stops in the database too and costs nothing. */
import { assert, layer } from "@effect/vitest"
import { Envelope, type AccountId, type PricedOperation } from "@heddle/api"
import { Deferred, Effect, Fiber, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabase, onPostgres } from "../../../../../test/support/Databases.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { Metering } from "../../../src/operations/metering/Metering.ts"
import { waitingForLocks } from "../../support/LockWaits.ts"
import { call, customer, ingest, ServedApi } from "../../support/ServedApi.ts"
import { testServicesWith } from "../../support/TestServices.ts"

const credits = 1_000
const price = 100

const operation: PricedOperation<object, object> = {
  kind: "priced",
  result: Envelope("Nothing.", {}),
  kept: Envelope("Nothing.", {}).kept,
  summary: "",
  description: "",
  apiType: "keywords",
  tool: null,
  requires: "nothing",
  price: { estimate: () => price, charge: () => price, chargeFirst: () => price, text: "" },
  limit: null,
  parameters: () => ({})
}

/** The operation with an answer of the test's own, called by this account. */
const answerWith = <E, R>(accountId: AccountId, answering: Effect.Effect<object, E, R>) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<R>()
    const { priced } = yield* Metering
    const { call } = priced(operation, () => Effect.succeed(Effect.provideContext(answering, context)))
    const caller = { accountId, keyId: null, application: "tests", apiTypePrefix: "" } as const
    return yield* call({}, { caller, requestId: null, idempotency: null, dryRun: false, fits: null })
  })

const entriesOf = Effect.fnUntraced(function* (accountId: AccountId) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`SELECT cost FROM usage_entries WHERE account_id = ${accountId}`
})

/** Nothing is held and nothing is charged. */
const costNothing = Effect.fnUntraced(function* (accountId: AccountId) {
  assert.strictEqual(yield* (yield* Ledger).available(accountId), credits)
  assert.deepStrictEqual(yield* entriesOf(accountId), [])
})

/** Looks again and again until it is so; 10 seconds' worth of looks. */
const becomes = <E, R>(what: string, look: Effect.Effect<boolean, E, R>) =>
  Effect.flatMap(look, (is) => (is ? Effect.void : Effect.fail(new Error(`never: ${what}`)))).pipe(
    Effect.retry({ times: 500, schedule: Schedule.spaced("20 millis") })
  )

/** Runs the body while nobody else can read or write the table. */
const whileLocked = <A, E, R>(table: string, body: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const locked = yield* Deferred.make<void>()
    const over = yield* Deferred.make<void>()
    const holder = yield* sql`LOCK TABLE ${sql(table)} IN ACCESS EXCLUSIVE MODE`.pipe(
      Effect.andThen(Deferred.succeed(locked, undefined)),
      Effect.andThen(Deferred.await(over)),
      sql.withTransaction,
      Effect.forkScoped
    )
    yield* Deferred.await(locked)
    const result = yield* body
    yield* Deferred.succeed(over, undefined)
    yield* Fiber.join(holder)
    return result
  }).pipe(Effect.scoped)

const servedWith = (settings: Readonly<Record<string, string>>) =>
  ServedApi.layerNoDeps.pipe(Layer.provideMerge(testServicesWith(settings)))

const options = { excludeTestServices: true, timeout: "60 seconds" } as const

onAnyDatabase("TimeLimit", (name, database) => {
  layer(
    servedWith({ HEDDLE_QUERY_TIMEOUT: "100 millis" }).pipe(Layer.provideMerge(database)),
    options
  )((it) => {
    it.effect("an answer that does not come in time is given up, and costs nothing", () =>
      Effect.gen(function* () {
        const { id } = yield* customer({ plan: "lite", credits })
        const problem = yield* Effect.flip(answerWith(id, Effect.never))
        assert.strictEqual(problem._tag, "Unavailable")
        assert.include(problem.detail, "longer than 100ms and was stopped. Nothing was charged. Ask for less")
        yield* costNothing(id)
      })
    )
  })

  layer(
    servedWith({}).pipe(Layer.provideMerge(database)),
    options
  )((it) => {
    it.effect("of a caller who goes away, no statement that waits ever begins", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE begun (value int)`
        const { id } = yield* customer({ plan: "lite", credits })
        const answering = yield* Deferred.make<void>()
        const ready = yield* Deferred.make<void>()
        const caller = yield* Deferred.succeed(answering, undefined).pipe(
          Effect.andThen(Deferred.await(ready)),
          Effect.andThen(sql`INSERT INTO begun VALUES (1)`),
          Effect.as({}),
          (answer) => answerWith(id, answer),
          Effect.forkScoped
        )
        yield* Deferred.await(answering)
        const untilWaiting = (count: number) =>
          // On PGlite the transaction has the only session, so that nobody can look; on PostgreSQL the insert waits for
          // the lock.
          name === "PGlite"
            ? Effect.replicateEffect(Effect.yieldNow, 100, { discard: true })
            : becomes(
                `${count} statements wait`,
                Effect.map(waitingForLocks, (waiting) => waiting === count)
              )
        const gone = yield* whileLocked(
          "begun",
          Effect.gen(function* () {
            yield* Deferred.succeed(ready, undefined)
            yield* untilWaiting(1)
            const going = yield* Effect.forkChild(Fiber.interrupt(caller), { startImmediately: true })
            yield* untilWaiting(0)
            return going
          })
        )
        yield* Fiber.join(gone)
        assert.deepStrictEqual(yield* sql`SELECT value FROM begun`, [])
        yield* costNothing(id)
      }).pipe(Effect.scoped)
    )
  })
})

const path = "/post/search?keywords=numbat&language=en"
const numbat = {
  type: "post",
  code: "numbat1",
  caption: "a numbat comes by",
  username: "someone",
  post_timestamp: Math.floor(Date.now() / 1000),
  language: "en"
}

onPostgres("TimeLimit over HTTP on PostgreSQL", ({ layer: postgres }) => {
  layer(
    servedWith({ HEDDLE_QUERY_TIMEOUT: "300 millis" }).pipe(Layer.provideMerge(postgres)),
    options
  )((it) => {
    it.effect("a search that takes too long is a 503 that says what to do, and stops on the server", () =>
      Effect.gen(function* () {
        yield* ingest(numbat)
        const { id, key } = yield* customer({ plan: "lite", credits })
        yield* whileLocked(
          "posts",
          Effect.gen(function* () {
            const { status, headers, json } = yield* call(path, { key })
            assert.strictEqual(status, 503)
            assert.strictEqual(headers.get("retry-after"), "5")
            assert.strictEqual(json["code"], "unavailable")
            assert.strictEqual(json["credits_consumed"], 0)
            assert.include(String(json["detail"]), "a shorter time window")
            assert.strictEqual(yield* waitingForLocks, 0)
            yield* costNothing(id)
          })
        )
      })
    )
  })

  layer(
    servedWith({}).pipe(Layer.provideMerge(postgres)),
    options
  )((it) => {
    it.effect("a search stops on the server when its caller hangs up", () =>
      Effect.gen(function* () {
        yield* ingest(numbat)
        const { id, key } = yield* customer({ plan: "lite", credits })
        const { baseUrl } = yield* ServedApi
        const available = Effect.flatMap(Ledger, (ledger) => ledger.available(id))
        yield* whileLocked(
          "posts",
          Effect.gen(function* () {
            const caller = yield* Effect.forkScoped(
              Effect.tryPromise((signal) =>
                fetch(baseUrl + path, { headers: { authorization: `Bearer ${key}` }, signal })
              )
            )
            yield* becomes(
              "the search waits on the server",
              Effect.map(waitingForLocks, (waiting) => waiting === 1)
            )
            assert.isBelow(yield* available, credits)
            yield* Fiber.interrupt(caller)
            yield* becomes(
              "the search is gone from the server",
              Effect.map(waitingForLocks, (waiting) => waiting === 0)
            )
            yield* becomes(
              "the hold is released",
              Effect.map(available, (now) => now === credits)
            )
          })
        )
        yield* costNothing(id)
      }).pipe(Effect.scoped)
    )
  })
})
