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

  layer(database, { timeout: "120 seconds" })((it) => {
    it.effect("is refused, and left alone, if it was made before the first release", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE accounts (id text PRIMARY KEY, email text NOT NULL)`
        yield* sql`
          CREATE TABLE effect_sql_migrations (migration_id int PRIMARY KEY, created_at timestamptz, name text NOT NULL)`
        const former = [
          { migrationId: 1, name: "accounts" },
          { migrationId: 2, name: "credits" }
        ]
        yield* sql`INSERT INTO effect_sql_migrations (migration_id, name) VALUES (1, 'accounts'), (2, 'credits')`
        const error = yield* Effect.flip(migrate)
        assert.strictEqual(error._tag, "DatabaseUnavailable")
        assert.include(error.message, "created by a version of Heddle before its first release")
        assert.include(error.message, "the migration 0001_accounts")
        assert.include(error.message, "Start with a new database: set HEDDLE_DATA_DIR to another folder")
        assert.deepStrictEqual(yield* tables, ["accounts", "effect_sql_migrations"])
        assert.deepStrictEqual(yield* applied, former)
      })
    )
  })
})
