/** Each migration runs once or not at all, on no database that another release has migrated. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabase, onAnyEmptyDatabase } from "../../../../../test/support/Databases.ts"
import { migrate, migrateWith } from "../../../src/database/Database.ts"
import { type Migration, migrations } from "../../../src/database/migrations/index.ts"

const applied = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ migrationId: number; name: string }>`SELECT migration_id, name FROM effect_sql_migrations ORDER BY 1`
)

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`
  return rows.map(({ name }) => name)
})

const added: Migration = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE added (number int)`
  yield* sql`INSERT INTO added VALUES (1)`
})

const failing: Migration = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* added
  yield* sql`SELECT 1 / 0`
})

onAnyDatabase("A migration that a release adds", (_name, database) => {
  layer(database, { timeout: "120 seconds" })((it) => {
    it.effect("leaves nothing behind when it fails, runs once, and its database is refused by the older release", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const before = { applied: yield* applied, tables: yield* tables }
        const error = yield* Effect.flip(migrateWith({ ...migrations, "0098_gamma": failing }))
        assert.include(error.message, '"98_gamma" failed')
        assert.deepStrictEqual({ applied: yield* applied, tables: yield* tables }, before)

        yield* migrate
        const newer = migrateWith({ ...migrations, "0098_gamma": added })
        yield* newer
        yield* newer
        assert.deepStrictEqual(yield* sql`SELECT number FROM added`, [{ number: 1 }])

        yield* sql`UPDATE sql_functions SET checksum = 'older' WHERE name = 'key_budget'`
        const refused = yield* Effect.flip(migrate)
        assert.strictEqual(refused._tag, "DatabaseUnavailable")
        assert.include(refused.message, "A newer release of Heddle has used this database.")
        assert.include(refused.message, `0098_gamma. The last one here is ${Object.keys(migrations).at(-1)}.`)
        assert.include(refused.message, "Start the newer release, or restore a backup")
        const [row] = yield* sql<{ checksum: string }>`SELECT checksum FROM sql_functions WHERE name = 'key_budget'`
        assert.strictEqual(row?.checksum, "older", "no function of the older release was installed")
      })
    )
  })
})

onAnyEmptyDatabase("A new database", (_name, database) => {
  layer(database, { timeout: "120 seconds" })((it) => {
    it.effect("gets all tables or none", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE embedding_models (id int)`
        const error = yield* Effect.flip(migrate)
        assert.include(error.message, '"1_baseline" failed')
        assert.deepStrictEqual(yield* tables, ["effect_sql_migrations", "embedding_models"])
        assert.deepStrictEqual(yield* applied, [])
        yield* sql`DROP TABLE embedding_models`
        yield* migrate
        assert.include(yield* tables, "accounts")
      })
    )
  })
})
