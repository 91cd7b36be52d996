/** API keys: their number, rotation, expiry and limits, and the answer to an invalid one. */
import { AccountId, KeyId } from "@heddle/api"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option, Result } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { generateKey } from "../../../src/accounts/keys/ApiKeyFormat.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { spend } from "../../support/ledger/LedgerCalls.ts"
import { call, customer, ServedApi } from "../../support/ServedApi.ts"
import { TestServices } from "../../support/TestServices.ts"
import { newAccountId } from "../../support/NewAccount.ts"

const noKey = KeyId.make("key_none")

onAnyDatabase("API keys", (_name, database) => {
  layer(ServedApi.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: "60 seconds" })(
    (it) => {
      it.effect("errors name the key or account that is unknown, deleted or someone else's", () =>
        Effect.gen(function* () {
          const keys = yield* ApiKeys
          const [id, other] = [yield* newAccountId, yield* newAccountId]
          const { id: foreign } = yield* keys.create(other, { name: "theirs" })
          const { id: gone } = yield* keys.create(id, { name: "gone" })
          yield* keys.revoke(id, gone)
          for (const keyId of [foreign, gone, noKey]) {
            const refusals = [
              yield* Effect.flip(keys.change(id, keyId, { name: "mine" })),
              yield* Effect.flip(keys.rotate(id, keyId)),
              yield* Effect.flip(keys.revoke(id, keyId))
            ]
            for (const { message } of refusals) {
              assert.strictEqual(message, `Account ${id} has no key ${keyId}, or it was deleted or rotated.`)
            }
          }
          const unknown = AccountId.make("acct_none")
          for (const refused of [
            yield* Effect.flip(keys.create(unknown, { name: "x" })),
            yield* Effect.flip(keys.list(unknown)),
            yield* Effect.flip(keys.change(unknown, foreign, { name: "x" })),
            yield* Effect.flip(keys.rotate(unknown, foreign)),
            yield* Effect.flip(keys.revoke(unknown, foreign))
          ]) {
            assert.strictEqual(refused.message, "There is no account acct_none.")
          }
          assert.strictEqual((yield* keys.list(other))[0]?.name, "theirs")
        })
      )

      it.effect(
        "an unknown, deleted, rotated, expired, mistyped or malformed key gets the same answer, to the byte",
        () =>
          Effect.gen(function* () {
            const keys = yield* ApiKeys
            const sql = yield* SqlClient.SqlClient
            const { id, key } = yield* customer()
            const deleted = yield* keys.create(id, { name: "deleted" })
            yield* keys.revoke(id, deleted.id)
            const rotated = yield* keys.create(id, { name: "rotated" })
            yield* keys.rotate(id, rotated.id)
            const expired = yield* keys.create(id, { name: "expired", expiresAt: new Date(Date.now() + 3_600_000) })
            yield* sql`UPDATE api_keys SET expires_at = created_at WHERE account_id = ${id} AND id = ${expired.id}`
            const mistyped = key.slice(0, -1) + (key.endsWith("0") ? "1" : "0")
            const wrong = [generateKey(), deleted.key, rotated.key, expired.key, mistyped, "x", "hdl_", "é", "a b"]
            const answers = yield* Effect.forEach(wrong, (given) =>
              Effect.map(
                call("/balance?page=x", { key: encodeURI(given), headers: { "x-request-id": "same" } }),
                ({ status, text, headers }) => ({
                  status,
                  text,
                  headers: [...headers].filter(([name]) => name !== "date")
                })
              )
            )
            assert.strictEqual(answers[0]?.status, 401)
            assert.include(answers[0]?.text, '"code":"invalid_api_key"')
            for (const [index, answer] of answers.entries()) assert.deepStrictEqual(answer, answers[0], wrong[index])
            assert.strictEqual((yield* call("/balance", { key })).status, 200)
          })
      )
    }
  )

  layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })((it) => {
    it.effect(
      "two keys of an account never get the same name, also when both ask at once; a deleted one gives it back",
      () =>
        Effect.gen(function* () {
          const keys = yield* ApiKeys
          const id = yield* newAccountId
          const asked = Effect.result(keys.create(id, { name: "demo" }))
          const answers = yield* Effect.all(
            Array.from({ length: 5 }, () => asked),
            { concurrency: "unbounded" }
          )
          const made = answers.filter(Result.isSuccess).map(({ success }) => success.id)
          const refused = answers.filter(Result.isFailure).map(({ failure }) => failure._tag)
          assert.deepStrictEqual([made.length, refused], [1, Array.from({ length: 4 }, () => "KeyNameTaken")])
          yield* keys.create(yield* newAccountId, { name: "demo" })

          const { id: other } = yield* keys.create(id, { name: "other" })
          assert.strictEqual((yield* Effect.flip(keys.change(id, other, { name: "demo" })))._tag, "KeyNameTaken")
          yield* keys.revoke(id, made[0] ?? noKey)
          assert.strictEqual((yield* keys.change(id, other, { name: "demo" })).name, "demo")
        })
    )

    it.effect("keys that share a name from earlier keep working and can be changed", () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const sql = yield* SqlClient.SqlClient
        const id = yield* newAccountId
        const first = yield* keys.create(id, { name: "demo" })
        const second = yield* keys.create(id, { name: "later" })
        yield* sql`UPDATE api_keys SET name = 'demo' WHERE account_id = ${id}`
        assert.strictEqual((yield* keys.change(id, first.id, { creditLimit: 5 })).creditLimit, 5)
        assert.strictEqual((yield* keys.change(id, first.id, { name: "demo" })).name, "demo")
        assert.strictEqual((yield* keys.rotate(id, second.id)).name, "demo")
        assert.strictEqual((yield* keys.change(id, first.id, { name: "first" })).name, "first")
      })
    )

    it.effect("a key is invalid from the millisecond of its expiry on, and no longer counts as active", () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        yield* TestClock.setTime(0)
        const id = yield* newAccountId
        const expiresAt = new Date(60_000)
        const made = yield* Effect.forEach(Array.from({ length: 20 }), (_, index) =>
          keys.create(id, { name: `k${index}`, ...(index === 0 ? { expiresAt } : {}) })
        )
        const [short] = made
        const key = short?.key ?? ""
        yield* TestClock.setTime(59_999)
        assert.isTrue(Option.isSome(yield* keys.authenticate(key)))
        assert.strictEqual((yield* Effect.flip(keys.create(id, { name: "x" })))._tag, "TooManyKeys")
        yield* TestClock.setTime(60_000)
        assert.deepStrictEqual(yield* keys.authenticate(key), Option.none())
        yield* keys.create(id, { name: "in its place" })
        const keyId = short?.id ?? noKey
        assert.deepInclude((yield* keys.list(id)).at(-1), { id: keyId, status: "expired", expiresAt })

        assert.strictEqual((yield* Effect.flip(keys.rotate(id, keyId)))._tag, "KeyExpired")
        const later = { expiresAt: new Date(120_000) }
        assert.strictEqual((yield* Effect.flip(keys.change(id, keyId, later)))._tag, "TooManyKeys")
        yield* keys.revoke(id, made[1]?.id ?? noKey)
        assert.deepInclude(yield* keys.change(id, keyId, later), { status: "active", ...later })
        assert.isTrue(Option.isSome(yield* keys.authenticate(key)))
        for (const refused of [
          yield* Effect.flip(keys.change(id, keyId, { expiresAt: new Date(60_000) })),
          yield* Effect.flip(keys.create(id, { name: "x", expiresAt: new Date(0) }))
        ]) {
          assert.strictEqual(refused._tag, "ExpiryPassed")
        }
        assert.deepInclude(yield* keys.change(id, keyId, { expiresAt: null }), { status: "active", expiresAt: null })
      })
    )

    it.effect("rotation keeps name, expiry, limit and this month's spending; a new month starts at zero", () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        yield* TestClock.setTime(Date.UTC(1970, 0, 31, 23, 59))
        const id = yield* newAccountId
        yield* (yield* Grants).give(id, { credits: 100 })
        const terms = { name: "shop", expiresAt: new Date(Date.UTC(1971, 0, 1)), creditLimit: 50 }
        const first = yield* keys.create(id, terms)
        const other = yield* keys.create(id, { name: "other" })
        yield* spend(id, 7, first.id)
        yield* spend(id, 3, other.id)
        const second = yield* keys.rotate(id, first.id)
        yield* spend(id, 5, second.id)
        const spent = Effect.map(keys.list(id), (listed) =>
          Object.fromEntries(listed.map((key) => [key.id, key.spentThisMonth]))
        )
        assert.deepStrictEqual(yield* spent, { [first.id]: 12, [second.id]: 12, [other.id]: 3 })
        assert.deepInclude((yield* keys.list(id))[0], { id: second.id, status: "active", ...terms })
        yield* TestClock.setTime(Date.UTC(1970, 1, 1))
        assert.deepStrictEqual(yield* spent, { [first.id]: 0, [second.id]: 0, [other.id]: 0 })
        yield* spend(id, 1, second.id)
        assert.deepStrictEqual(yield* spent, { [first.id]: 1, [second.id]: 1, [other.id]: 0 })

        const changed = yield* keys.change(id, second.id, { name: "Laden", creditLimit: null })
        assert.deepInclude(changed, {
          name: "Laden",
          creditLimit: null,
          expiresAt: terms.expiresAt,
          spentThisMonth: 1
        })
        const holder = Option.getOrThrow(yield* keys.authenticate(second.key))
        assert.strictEqual(holder.keyName, "Laden")
      })
    )

    it.effect("a list shows every active key and the newest expired and revoked ones, at most 100 in all", () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const id = yield* newAccountId
        const kept = yield* keys.create(id, { name: "kept" })
        const last = { ...(yield* keys.create(id, { name: "rotated" })) }
        for (let index = 0; index < 110; index += 1) Object.assign(last, yield* keys.rotate(id, last.id))
        const listed = yield* keys.list(id)
        assert.lengthOf(listed, 100)
        assert.deepStrictEqual(
          listed.slice(0, 3).map((key) => [key.id === last.id, key.id === kept.id, key.status]),
          [
            [true, false, "active"],
            [false, true, "active"],
            [false, false, "revoked"]
          ]
        )
      })
    )
  })
})
