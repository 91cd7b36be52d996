/** What a reader of the database or of a backup learns: no API key and no webhook secret. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { call, customer, operate, ServedApi } from "../../support/ServedApi.ts"

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

onAnyDatabaseWith("Stored secrets", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("no API key or webhook secret is in the database in plain text, however it was created and used", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const { id, key } = yield* customer({ plan: "standard" })
      const made = yield* call("/webhook/endpoints", {
        key,
        method: "POST",
        json: { url: "https://example.com/hooks" }
      })
      const secret = String(Object(made.json["data"])["secret"])
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      yield* call("/post/search?keywords=a", { key })
      const first = yield* keys.create(id, { name: "rotated", creditLimit: 5 })
      const second = yield* keys.rotate(id, first.id)
      yield* keys.change(id, second.id, { name: "renamed" })
      yield* keys.revoke(id, second.id)
      yield* call("/balance", { key: second.key })
      const byOperator = yield* operate(`/accounts/${id}/keys`, { method: "POST", json: { name: "by operator" } })
      yield* call("/balance/history/export", { key: String(byOperator.json["key"]) })
      const rows = yield* everyRow
      assert.isAtLeast(rows.filter((row) => row.startsWith("api_keys: ")).length, 4)
      assert.isTrue(rows.some((row) => row.startsWith("webhook_endpoints: ")))
      // The random parts are looked for, so that no prefix or wrapping can hide them.
      const random = [key, first.key, second.key, String(byOperator.json["key"])].map((key) => key.slice(8, 36))
      const sealed = Buffer.from(secret.slice(6), "base64").toString("hex")
      for (const form of [...[...random, secret.slice(6, -1), secret].flatMap(forms), sealed]) {
        assert.isAtLeast(form.length, 28)
        assert.deepStrictEqual(
          rows.filter((row) => row.includes(form)),
          []
        )
      }
    })
  )
})
