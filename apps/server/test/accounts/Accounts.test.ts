/** Accounts and keys: how many, who holds them, and that no secret stands in the database as it is. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onEveryDatabase } from "../../../../test/support/Databases.ts"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { generateKey } from "../../src/accounts/ApiKeyFormat.ts"
import { Grants } from "../../src/credits/Grants.ts"
import { call, customer, ServedApi } from "../support/ServedApi.ts"

/** Every row of every table as text; binary columns show as hexadecimal. */
const everyRow = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
  const rows = yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(sql<{ row: string }>`SELECT t::text AS row FROM ${sql(name)} AS t`, (found) =>
      found.map(({ row }) => `${name}: ${row}`)
    )
  )
  return rows.flat()
})

const forms = (secret: string) => [
  secret,
  Buffer.from(secret).toString("hex"),
  Buffer.from(secret).toString("base64").replace(/=+$/, "")
]

onEveryDatabase("Accounts", (_name, database) => {
  layer(ServedApi.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: "60 seconds" })(
    (it) => {
      it.effect("an address belongs to one account, however it is written", () =>
        Effect.gen(function* () {
          const accounts = yield* Accounts
          const { id } = yield* accounts.create("Ann@Example.com")
          const taken = yield* Effect.flip(accounts.create("ann@example.COM"))
          assert.strictEqual(taken.message, "An account with the address ann@example.COM exists already.")
          assert.deepStrictEqual(yield* accounts.findByEmail("ANN@example.com"), Option.some({ id }))
          assert.deepStrictEqual(yield* accounts.findByEmail("nobody@example.com"), Option.none())
        })
      )

      it.effect("at most 20 active keys, also when many are asked for at once; a revoked one makes room", () =>
        Effect.gen(function* () {
          const accounts = yield* Accounts
          const sql = yield* SqlClient.SqlClient
          const { id } = yield* accounts.create("keys@example.com")
          const results = yield* Effect.all(
            Array.from({ length: 30 }, (_, index) => Effect.result(accounts.createKey(id, `key ${index}`))),
            { concurrency: "unbounded" }
          )
          const made = results.flatMap((result) => (result._tag === "Success" ? [result.success] : []))
          const refused = results.flatMap((result) => (result._tag === "Failure" ? [result.failure] : []))
          assert.lengthOf(made, 20)
          assert.deepStrictEqual(
            [...new Set(refused.map(({ message }) => message))],
            [`Account ${id} has 20 active keys already; delete one first.`]
          )
          yield* sql`UPDATE api_keys SET revoked_at = created_at WHERE account_id = ${id} AND id = ${made[0]?.id ?? ""}`
          yield* accounts.createKey(id, "in its place")
          assert.strictEqual((yield* Effect.flip(accounts.createKey(id, "one more")))._tag, "TooManyKeys")
        })
      )

      it.effect("a key tells its account and name; revoked, unknown and malformed ones tell nothing", () =>
        Effect.gen(function* () {
          const accounts = yield* Accounts
          const sql = yield* SqlClient.SqlClient
          const { id } = yield* accounts.create("holder@example.com")
          const { id: keyId, key } = yield* accounts.createKey(id, "der Schlüssel")
          const holder = { accountId: id, keyId, keyName: "der Schlüssel" }
          assert.deepStrictEqual(yield* accounts.authenticate(key), Option.some(holder))
          for (const other of ["", generateKey(), `${key} `, key.toLowerCase(), `${key}\u0000`]) {
            assert.deepStrictEqual(yield* accounts.authenticate(other), Option.none(), other)
          }
          yield* sql`UPDATE api_keys SET revoked_at = created_at WHERE id = ${keyId}`
          assert.deepStrictEqual(yield* accounts.authenticate(key), Option.none())
          assert.strictEqual(
            (yield* Effect.flip(accounts.createKey("acct_none", "x"))).message,
            "There is no account acct_none."
          )
        })
      )

      it.effect("a revoked key is refused in the same words as one that never was", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { id, key } = yield* customer()
          yield* sql`UPDATE api_keys SET revoked_at = created_at WHERE account_id = ${id}`
          const [revoked, unknown, malformed] = yield* Effect.forEach([key, generateKey(), "x"], (given) =>
            Effect.map(call("/balance", { key: given }), ({ status, json }) => ({ status, ...json, request_id: "" }))
          )
          assert.strictEqual(revoked?.status, 401)
          assert.deepStrictEqual(revoked, unknown)
          assert.deepStrictEqual(revoked, malformed)
        })
      )

      it.effect("neither keys nor webhook secrets stand in the database", () =>
        Effect.gen(function* () {
          const { key } = yield* customer({ plan: "standard" })
          const made = yield* call("/webhook/endpoints", {
            key,
            method: "POST",
            json: { url: "https://example.com/hooks" }
          })
          const secret = String(Object(made.json["data"])["secret"])
          assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
          yield* call("/post/search?keywords=a", { key })
          const rows = yield* everyRow
          assert.isTrue(
            rows.some((row) => row.startsWith("webhook_endpoints: ")) &&
              rows.some((row) => row.startsWith("api_keys: "))
          )
          // The random parts are looked for, so that no prefix or wrapping can hide them.
          for (const form of [...forms(key.slice(8, 36)), ...forms(secret.slice(6, -1)), ...forms(secret)]) {
            assert.deepStrictEqual(
              rows.filter((row) => row.includes(form)),
              []
            )
          }
          const bytes = Buffer.from(secret.slice(6), "base64").toString("hex")
          assert.deepStrictEqual(
            rows.filter((row) => row.includes(bytes)),
            []
          )
        })
      )
    }
  )

  layer(ServedApi.layer.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })((it) => {
    it.effect("a plan is in force for one month to the millisecond", () =>
      Effect.gen(function* () {
        const accounts = yield* Accounts
        const { id } = yield* accounts.create("plan@example.com")
        assert.deepStrictEqual(yield* accounts.currentPlan(id), Option.none())
        yield* (yield* Grants).give(id, { credits: 5 })
        assert.deepStrictEqual(yield* accounts.currentPlan(id), Option.none(), "credits of their own are no plan")
        yield* (yield* Grants).give(id, { plan: "plus" })
        const endsAt = new Date(Date.UTC(1970, 1, 1))
        assert.deepStrictEqual(yield* accounts.currentPlan(id), Option.some({ name: "plus", endsAt }))
        yield* TestClock.setTime(endsAt.getTime() - 1)
        assert.isTrue(Option.isSome(yield* accounts.currentPlan(id)))
        yield* TestClock.setTime(endsAt.getTime())
        assert.deepStrictEqual(yield* accounts.currentPlan(id), Option.none())
      })
    )

    it.effect("the last use of a key is written within a minute, once for many uses", () =>
      Effect.gen(function* () {
        const accounts = yield* Accounts
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* accounts.create("use@example.com")
        const { key } = yield* accounts.createKey(id, "used")
        const lastUsed = Effect.map(
          sql<{ lastUsedAt: Date | null }>`SELECT last_used_at FROM api_keys WHERE account_id = ${id}`,
          (rows) => rows[0]?.lastUsedAt ?? null
        )
        yield* accounts.authenticate(key)
        yield* TestClock.adjust("1 second")
        yield* accounts.authenticate(key)
        const used = new Date(yield* Effect.clockWith((clock) => clock.currentTimeMillis))
        assert.isNull(yield* lastUsed)
        yield* TestClock.adjust("1 minute")
        // The write is under way; each look is a round trip behind it.
        const written = yield* Effect.repeat(lastUsed, { until: (at) => at !== null, times: 1_000 })
        assert.deepStrictEqual(written, used)
      })
    )
  })
})
