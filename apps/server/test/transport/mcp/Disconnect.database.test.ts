/** A caller who goes away stops the work and pays nothing; one who went away too late does not pay twice. */
import { assert, layer } from "@effect/vitest"
import type { AccountId } from "@heddle/api"
import { Deferred, Effect, Fiber, Layer, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabase, onPostgres } from "../../../../../test/support/Databases.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { waitingForLocks } from "../../support/LockWaits.ts"
import { call, customer, ServedApi } from "../../support/ServedApi.ts"
import { ScriptedSource } from "../../support/ScriptedSource.ts"
import { testServicesWith } from "../../support/TestServices.ts"
import { type Age, messageOf, resultIn } from "./Messages.ts"

const credits = 1_000
const now = Math.floor(Date.now() / 1_000)
const ages: ReadonlyArray<Age> = ["older", "newer"]

const entriesOf = Effect.fnUntraced(function* (accountId: AccountId) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ cost: number }>`SELECT cost::int FROM usage_entries WHERE account_id = ${accountId}`
})

/** Looks again and again until it is so. */
const becomes = <E, R>(what: string, look: Effect.Effect<boolean, E, R>) =>
  Effect.flatMap(look, (is) => (is ? Effect.void : Effect.fail(new Error(`never: ${what}`)))).pipe(
    Effect.retry({ times: 500, schedule: Schedule.spaced("20 millis") })
  )

const arguments_ = { name: "get_live_posts", arguments: { codes: ["a", "b"] } }

/** A call whose connection can be cut. */
const cuttable = Effect.fnUntraced(function* (age: Age, key: string) {
  const { baseUrl } = yield* ServedApi
  const { headers, json } = messageOf(age, "tools/call", arguments_)
  const cutter = new AbortController()
  const sent = fetch(`${baseUrl}/mcp`, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(json),
    signal: cutter.signal
  })
  const ended = sent.then(async (response) => response.text()).catch(() => "cut")
  return { cut: Effect.sync(() => cutter.abort()), ended: Effect.promise(() => ended) }
})

const Result = Schema.Struct({
  structuredContent: Schema.Struct({ credits_consumed: Schema.Int, data: Schema.Unknown })
})

const callAgain = Effect.fnUntraced(function* (age: Age, key: string) {
  const { text } = yield* call("/mcp", { method: "POST", key, ...messageOf(age, "tools/call", arguments_) })
  return Schema.decodeUnknownSync(Result)(resultIn(text)).structuredContent
})

const options = { excludeTestServices: true, timeout: "60 seconds" } as const

const source = new ScriptedSource("scripted")
const Served = ServedApi.layerNoDeps.pipe(Layer.provideMerge(testServicesWith({}, source.source)))

onAnyDatabase("Disconnected callers of tools", (_name, database) => {
  layer(
    Served.pipe(Layer.provideMerge(database)),
    options
  )((it) => {
    for (const age of ages) {
      it.effect(`stop the work at once and pay nothing (${age})`, () =>
        Effect.gen(function* () {
          const begun = yield* Deferred.make<void>()
          const stopped = yield* Deferred.make<void>()
          source.before = Effect.andThen(
            Deferred.succeed(begun, undefined),
            Effect.onInterrupt(Effect.never, () => Deferred.succeed(stopped, undefined))
          )
          const { id, key } = yield* customer({ plan: "lite", credits })
          const { cut, ended } = yield* cuttable(age, key)
          yield* Deferred.await(begun)
          assert.strictEqual(yield* (yield* Ledger).available(id), credits - 6)
          yield* cut
          yield* Effect.timeout(Deferred.await(stopped), "1 second")
          assert.strictEqual(yield* ended, "cut")
          const ledger = yield* Ledger
          yield* becomes(
            "the hold ends",
            Effect.map(ledger.available(id), (available) => available === credits)
          )
          assert.deepStrictEqual(yield* entriesOf(id), [])
          source.before = Effect.void
        })
      )
    }
  })
})

onPostgres("Answers that do not arrive on PostgreSQL", ({ layer: postgres }) => {
  layer(
    Served.pipe(Layer.provideMerge(postgres)),
    options
  )((it) => {
    /** Runs the body while nobody can charge the account. */
    const whileLocked = <A, E, R>(id: AccountId, body: Effect.Effect<A, E, R>) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const locked = yield* Deferred.make<void>()
        const over = yield* Deferred.make<void>()
        const holder = yield* sql`SELECT 1 FROM accounts WHERE id = ${id} FOR UPDATE`.pipe(
          Effect.andThen(Deferred.succeed(locked, undefined)),
          Effect.andThen(Deferred.await(over)),
          sql.withTransaction,
          Effect.forkScoped
        )
        yield* Deferred.await(locked)
        yield* body
        yield* Deferred.succeed(over, undefined)
        yield* Fiber.join(holder)
      }).pipe(Effect.scoped)

    for (const age of ages) {
      it.effect(`are charged once, and given to the caller who asks again (${age})`, () =>
        Effect.gen(function* () {
          const post = { code: "a", post_timestamp: now, impression_count: 9 }
          source.tell({ ...post, like_count: 3 })
          const begun = yield* Deferred.make<void>()
          const goOn = yield* Deferred.make<void>()
          source.before = Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(goOn))
          const { id, key } = yield* customer({ plan: "lite", credits })
          const { cut, ended } = yield* cuttable(age, key)
          yield* Deferred.await(begun)
          yield* whileLocked(
            id,
            Effect.gen(function* () {
              yield* Deferred.succeed(goOn, undefined)
              yield* becomes(
                "the charge waits",
                Effect.map(waitingForLocks, (count) => count === 1)
              )
              yield* cut
              assert.strictEqual(yield* ended, "cut")
              // The server hears of the end of one connection before it hears anything of the next.
              yield* call("/healthz")
            })
          )
          source.before = Effect.void
          yield* becomes(
            "the call is charged",
            Effect.map(entriesOf(id), ({ length }) => length === 1)
          )
          const [entry] = yield* entriesOf(id)
          source.tell({ ...post, like_count: 5 })
          const repeated = yield* callAgain(age, key)
          assert.strictEqual(repeated.credits_consumed, entry?.cost)
          assert.include(JSON.stringify(repeated.data), `"like_count":3`)
          assert.lengthOf(yield* entriesOf(id), 1)
          const fresh = yield* callAgain(age, key)
          assert.include(JSON.stringify(fresh.data), `"like_count":5`)
          assert.lengthOf(yield* entriesOf(id), 2)
          assert.strictEqual(
            credits - (yield* (yield* Ledger).available(id)),
            repeated.credits_consumed + fresh.credits_consumed
          )
        })
      )
    }
  })
})
