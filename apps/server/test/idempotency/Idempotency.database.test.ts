/** Claims on keys: leases, fencing, waiting, and what is removed; two layers over one database are two processes. */
import type { AccountId } from "@heddle/api"
import { assert } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { Accounts } from "../../src/accounts/customers/Accounts.ts"
import { type Commit, Idempotency } from "../../src/idempotency/Idempotency.ts"
import { Digests } from "../../src/runtime/Digests.ts"
import { Secrets } from "../../src/runtime/Secrets.ts"
import { newAccountId } from "../support/NewAccount.ts"

const Answer = Schema.fromJsonString(Schema.Struct({ n: Schema.Int }))
type Answer = typeof Answer.Type

const secrets = Digests.layer.pipe(Layer.provideMerge(Secrets.layerFromKeys(new Uint8Array(32).fill(7))))
const process = Effect.map(Layer.build(Layer.fresh(Idempotency.layer).pipe(Layer.provide(secrets))), (context) =>
  Effect.provideContext(Idempotency, context)
)

const keyed = (accountId: AccountId, request = "r") => ({ accountId, key: "k", request, codec: Answer })

/** A call whose last step writes how often it ran. */
const counting = (commit: Commit<Answer>, accountId: AccountId) =>
  commit(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ n: number }>`
        UPDATE accounts SET email = (split_part(email, '#', 1) || '#' || (coalesce(nullif(split_part(email, '#', 2), ''), '0')::int + 1))
        WHERE id = ${accountId} RETURNING split_part(email, '#', 2)::int AS n`
      return { answer: { n: rows[0]?.n ?? 0 } }
    })
  )

const ranTimes = (accountId: AccountId) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ email: string }>`SELECT email FROM accounts WHERE id = ${accountId}`
    return Number(rows[0]?.email.split("#")[1] ?? 0)
  })

onAnyDatabaseWith("Idempotency keys", { services: Accounts.layer }, (it) => {
  it.effect(
    "the key of a crashed process becomes free when the lease expires, and the process cannot commit later",
    () =>
      Effect.gen(function* () {
        const one = yield* yield* process
        const two = yield* yield* process
        const accountId = yield* newAccountId
        const resume = yield* Deferred.make<void>()
        const started = yield* Deferred.make<void>()
        const slow = yield* one
          .runOnce(keyed(accountId), (commit) =>
            Deferred.succeed(started, undefined).pipe(
              Effect.andThen(Deferred.await(resume)),
              Effect.andThen(counting(commit, accountId))
            )
          )
          .pipe(Effect.result, Effect.forkChild)
        yield* Deferred.await(started)
        const attempt = (request?: string) =>
          two.runOnce(keyed(accountId, request), (commit) => counting(commit, accountId))
        assert.deepStrictEqual(yield* attempt(), { _tag: "StillRunning" })
        assert.deepStrictEqual(yield* attempt("other"), { _tag: "KeyReused" })
        yield* TestClock.adjust("149 seconds")
        assert.deepStrictEqual(yield* attempt(), { _tag: "StillRunning" })
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(yield* attempt(), { _tag: "Ran", value: { answer: { n: 1 } } })
        yield* Deferred.succeed(resume, undefined)
        const late = yield* Fiber.join(slow)
        assert.strictEqual(late._tag === "Failure" && late.failure._tag, "Unavailable")
        assert.strictEqual(yield* ranTimes(accountId), 1, "what the late one wrote is undone")
        assert.deepStrictEqual(yield* attempt(), { _tag: "Replayed", answer: { n: 1 } })
      })
  )

  it.effect("after a crash before the commit the key is free when the lease expires; the claim is deleted", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const one = yield* yield* process
      const two = yield* yield* process
      const accountId = yield* newAccountId
      const started = yield* Deferred.make<void>()
      // Nothing of this process runs again: not even the release of its claim.
      yield* one
        .runOnce(keyed(accountId), () => Effect.andThen(Deferred.succeed(started, undefined), Effect.never))
        .pipe(Effect.uninterruptible, Effect.forkDetach)
      yield* Deferred.await(started)
      const rows = sql`SELECT 1 FROM idempotency_keys WHERE account_id = ${accountId}`
      yield* two.deleteExpired
      assert.strictEqual((yield* rows).length, 1)
      yield* TestClock.adjust("151 seconds")
      yield* two.deleteExpired
      assert.strictEqual((yield* rows).length, 0)
      const after = yield* two.runOnce(keyed(accountId), (commit) => counting(commit, accountId))
      assert.deepStrictEqual(after, { _tag: "Ran", value: { answer: { n: 1 } } })
    })
  )

  it.effect("answers are stored for a day and then deleted in batches", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const one = yield* yield* process
      const accountId = yield* newAccountId
      const attempt = one.runOnce(keyed(accountId), (commit) => counting(commit, accountId))
      yield* attempt
      yield* TestClock.adjust("23 hours")
      assert.strictEqual((yield* attempt)._tag, "Replayed")
      yield* TestClock.adjust("61 minutes")
      assert.deepStrictEqual(yield* attempt, { _tag: "Ran", value: { answer: { n: 2 } } })
      yield* sql`
          INSERT INTO idempotency_keys (account_id, key_digest, request_digest, claim, expires_at)
          SELECT ${accountId}, n::text, '', '', ${new Date(0)} FROM generate_series(1, 2500) n`
      yield* one.deleteExpired
      const left = yield* sql`SELECT 1 FROM idempotency_keys WHERE account_id = ${accountId}`
      assert.strictEqual(left.length, 1)
    })
  )

  it.effect("duplicates wait for the first call; when it fails or is interrupted, the next one runs", () =>
    Effect.gen(function* () {
      const one = yield* yield* process
      const accountId = yield* newAccountId
      const started = yield* Deferred.make<void>()
      const first = yield* one
        .runOnce(keyed(accountId), () => Effect.andThen(Deferred.succeed(started, undefined), Effect.never))
        .pipe(Effect.forkChild)
      yield* Deferred.await(started)
      let calls = 0
      const failOnce = one.runOnce(keyed(accountId), (commit) =>
        Effect.gen(function* () {
          if (++calls === 1) return yield* Effect.fail("no")
          return yield* counting(commit, accountId)
        })
      )
      const waiting = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 20 }, () => Effect.result(failOnce)),
          { concurrency: "unbounded" }
        )
      )
      yield* Fiber.interrupt(first)
      const results = yield* Fiber.join(waiting)
      assert.strictEqual(calls, 2)
      assert.strictEqual(yield* ranTimes(accountId), 1)
      assert.strictEqual(results.filter(({ _tag }) => _tag === "Failure").length, 1)
      const tags = results.flatMap((result) => (result._tag === "Success" ? [result.success._tag] : []))
      assert.strictEqual(tags.filter((tag) => tag === "Ran").length, 1)
      assert.strictEqual(tags.filter((tag) => tag === "Replayed").length, 18)
    })
  )
})
