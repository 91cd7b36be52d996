/** An operator's keys and accounts, in this process and through a running server: both do and say the same. */
import { AccountId, type KeyId } from "@heddle/api"
import { assert } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { newId } from "../../src/runtime/Ids.ts"
import { OperatorClient } from "../../src/operator/OperatorClient.ts"
import { operatorClientAt } from "../../src/operator/OperatorClientAt.ts"
import { OperatorInProcess } from "../../src/transport/operator/InProcess.ts"
import { type Answer, call, type Call, operate, ServedApi } from "../support/ServedApi.ts"

const remote = Effect.gen(function* () {
  const { operatorUrl } = yield* ServedApi
  const context = yield* Layer.build(operatorClientAt(operatorUrl).pipe(Layer.provide(FetchHttpClient.layer)))
  return Context.get(context, OperatorClient)
})

const inProcess = Effect.map(Layer.build(OperatorInProcess), (context) => Context.get(context, OperatorClient))

const forms = [
  ["in this process", inProcess],
  ["through a running server", remote]
] as const

const statusWith = (key: string) => Effect.map(call("/balance", { key }), ({ status }) => status)

const tomorrow = () => new Date(Math.floor(Date.now() / 1000 + 86_400) * 1000)

onAnyDatabaseWith("Operator's keys", { services: ServedApi.layer, realClock: true }, (it) => {
  for (const [form, access] of forms) {
    it.effect(`${form}: a key is made, renamed, limited, rotated and deleted, and an account shown`, () =>
      Effect.gen(function* () {
        const { accounts, keys } = yield* access
        const account = yield* accounts.create({ payload: { email: `${yield* newId("acct")}@example.com` } })
        const params = { account_id: account.id }
        const one = (key: { readonly id: typeof KeyId.Type }) => ({ params: { ...params, key_id: key.id } })
        yield* accounts.grant({ params, payload: { plan: "standard", credits: 70 } })
        const expires_at = tomorrow()
        const made = yield* keys.create({ params, payload: { name: "shop", expires_at, credit_limit: 40 } })
        assert.strictEqual(yield* statusWith(made.key), 200)
        const plain = yield* keys.create({ params, payload: { name: "plain" } })

        const renamed = yield* keys.change({ ...one(made), payload: { name: "Laden" } })
        const terms = { expires_at: expires_at.toISOString(), credit_limit: 40 }
        assert.deepInclude(renamed, { id: made.id, name: "Laden", status: "active", ...terms })
        const taken = {
          _tag: "Conflict" as const,
          detail: `Key ${made.id} has the name \`Laden\` already; choose another, or delete that key.`
        }
        assert.deepInclude(yield* Effect.flip(keys.create({ params, payload: { name: "Laden" } })), taken)
        assert.deepInclude(yield* Effect.flip(keys.change({ ...one(plain), payload: { name: "Laden" } })), taken)
        assert.deepInclude(yield* keys.change({ ...one(made), payload: { name: "Laden" } }), { name: "Laden" })
        const rotated = yield* keys.rotate(one(made))
        assert.strictEqual(rotated.name, "Laden")
        assert.deepStrictEqual([yield* statusWith(made.key), yield* statusWith(rotated.key)], [401, 200])
        const payload = { expires_at: null, credit_limit: null }
        const freed = yield* keys.change({ ...one(rotated), payload })
        assert.deepInclude(freed, { name: "Laden", expires_at: null, credit_limit: null })
        assert.deepStrictEqual(yield* keys.remove(one(plain)), { id: plain.id, deleted: true })
        assert.strictEqual(yield* statusWith(plain.key), 401)

        const listed = yield* keys.list({ params })
        assert.deepStrictEqual(
          listed.map(({ id, status }) => [id, status]),
          [
            [rotated.id, "active"],
            [plain.id, "revoked"],
            [made.id, "revoked"]
          ]
        )
        assert.deepInclude(listed[0], {
          prefix: rotated.key.slice(0, 8),
          last_four: rotated.key.slice(-4),
          spent_this_month: 0
        })
        assert.notInclude(JSON.stringify(listed), rotated.key.slice(8, -4))

        const shown = yield* accounts.show({ params })
        assert.deepInclude(shown, { id: account.id, email: account.email, remaining_credits: 70, held_credits: 0 })
        assert.strictEqual(shown.plan?.name, "standard")
        assert.deepStrictEqual(
          shown.grants.map(({ kind, remaining, expires_at }) => [kind, remaining, expires_at.slice(0, 19)]),
          [["plan", 70, shown.plan?.ends_at.slice(0, 19)]]
        )
        assert.deepStrictEqual(shown.keys, listed)
        const after = AccountId.make(account.id.slice(0, -1))
        const [first] = yield* accounts.list({ query: { after, limit: 1 } })
        assert.deepStrictEqual(first, {
          id: account.id,
          email: account.email,
          created_at: shown.created_at,
          plan: shown.plan
        })
      })
    )
  }

  it.effect("over plain HTTP, input that does not fit is a 400 that names the field", () =>
    Effect.gen(function* () {
      const created = yield* operate("/accounts", { method: "POST", json: { email: "http@example.com" } })
      const path = `/accounts/${String(created.json["id"])}/keys`
      const { json } = yield* operate(path, { method: "POST", json: { name: "k", expires_at: tomorrow() } })
      const key = `${path}/${String(json["id"])}`
      const time = "expires_at: must be an RFC 3339 time with an offset, such as 2027-01-31T00:00:00Z"
      const limit = "credit_limit: must be a whole number from 1 to 1,000,000,000"
      const cases: ReadonlyArray<readonly [string, Call, string]> = [
        [path, { method: "POST", json: { name: "x", expires_at: "tomorrow" } }, time],
        [path, { method: "POST", json: { name: "x", expires_at: "2027-02-30T00:00:00Z" } }, time],
        [path, { method: "POST", json: { name: "x", expires_at: "2027-01-31T00:00:00" } }, time],
        [path, { method: "POST", json: { name: "x", expires_at: "2027-01-31T25:00:00Z" } }, time],
        [path, { method: "POST", json: { name: "x", expires_at: "2020-01-31T00:00:00Z" } }, "must be in the future"],
        [path, { method: "POST", json: { name: "x", credit_limit: 0 } }, limit],
        [path, { method: "POST", json: { name: "x", limit: 5 } }, "limit: is unknown"],
        [key, { method: "PATCH", json: {} }, "give a name, expires_at or credit_limit"],
        [key, { method: "PATCH", json: { name: "a\nb" } }, "name: must have 1 to 100 printable characters"],
        [key, { method: "PATCH", json: { credit_limit: 1.5 } }, "credit_limit: must be"],
        ["/accounts?limit=0", {}, "limit: must be a whole number from 1 to 1000"],
        ["/accounts?page=2", {}, "page: is unknown"]
      ]
      for (const [where, options, detail] of cases) {
        const answer: Answer = yield* operate(where, options)
        assert.strictEqual(answer.status, 400, `${where} ${answer.text}`)
        assert.include(String(answer.json["detail"]), detail)
      }
      const changed = yield* operate(key, {
        method: "PATCH",
        json: { expires_at: "2999-12-31T23:59:59+09:00", credit_limit: 9 }
      })
      assert.deepInclude(changed.json, { name: "k", expires_at: "2999-12-31T14:59:59.000Z", credit_limit: 9 })
      assert.strictEqual((yield* operate(key, { method: "DELETE" })).status, 200)
      assert.strictEqual((yield* operate(key, { method: "DELETE" })).status, 404)
      assert.strictEqual((yield* operate(`${key}/rotate`, { method: "POST" })).status, 404)
    })
  )
})
