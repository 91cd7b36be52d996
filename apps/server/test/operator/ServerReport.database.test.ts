/** What a server says about itself: its settings without secrets, and the state of its surroundings. */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { ServerAnswer } from "../../src/operator/StateApi.ts"
import { operate, ServedApi } from "../support/ServedApi.ts"

const report = Effect.flatMap(operate("/server"), ({ json }) => Schema.decodeUnknownEffect(ServerAnswer)(json))

const check = (name: string) =>
  Effect.map(report, ({ checks }) => checks.find((one) => one.name === name) ?? assert.fail(`no check ${name}`))

onAnyDatabaseWith("The report of a server", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("has the process and its settings in force", () =>
    Effect.gen(function* () {
      const { pid, settings } = yield* report
      assert.strictEqual(pid, process.pid)
      const names = settings.map(({ name }) => name)
      assert.includeMembers(names, ["HEDDLE_PORT", "HEDDLE_SOURCE", "DATABASE_URL"])
      const key = settings.find(({ name }) => name === "HEDDLE_ENCRYPTION_KEY")
      assert.include(["(set)", "(not set)"], key?.value)
    })
  )

  it.effect("the database answers, is of this release and agrees on the time", () =>
    Effect.gen(function* () {
      assert.match((yield* check("database")).text, /^PostgreSQL \d+.* answers in \d+ ms$/)
      assert.deepInclude(yield* check("migrations"), { state: "ok" })
      assert.deepInclude(yield* check("clock"), { state: "ok" })
    })
  )

  it.effect("counts secrets of another encryption key while one is needed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const others = Effect.map(report, ({ checks }) => checks.filter(({ name }) => name === "other encryption keys"))
      assert.deepStrictEqual(yield* others, [])
      yield* sql`INSERT INTO encryption_keys (id) VALUES ('0011223344556677')`
      yield* sql`
        INSERT INTO stored_keys (name, sealed, created_at) VALUES ('old', decode('0011223344556677', 'hex'), now())`
      const [warning] = yield* others
      yield* sql`DELETE FROM stored_keys WHERE name = 'old'`
      yield* sql`DELETE FROM encryption_keys`
      assert.strictEqual(warning?.state, "warning")
      assert.include(warning?.text, "1 secrets are encrypted with another key")
    })
  )

  it.effect("warns when a newer release has migrated the database since the start", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO effect_sql_migrations (migration_id, name) VALUES (9999, 'future')`
      const migrations = yield* check("migrations")
      yield* sql`DELETE FROM effect_sql_migrations WHERE migration_id = 9999`
      assert.strictEqual(migrations.state, "warning")
      assert.include(migrations.text, "9999_future")
    })
  )
})
