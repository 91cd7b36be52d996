import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Deferred, Effect, Layer, Redacted, Ref } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { layer, migrated, migrateWith } from "../../src/database/Database.ts"
import * as PostgresClient from "../../src/database/client/PostgresClient.ts"
import { DatabaseInfo } from "../../src/database/client/DatabaseInfo.ts"
import { migrations } from "../../src/database/migrations/index.ts"
import { makeDataDir, removeDataDir } from "../../../../test/support/DataDir.ts"
import { onPostgres } from "../../../../test/support/Databases.ts"

const withConfig = (config: Record<string, string>) =>
  Layer.provide(migrated(layer), ConfigProvider.layer(ConfigProvider.fromUnknown(config)))

const startError = (config: Record<string, string>) =>
  Effect.flip(Effect.scoped(Layer.build(withConfig(config)))).pipe(Effect.map((error) => error.message))

describe("Database", () => {
  it.live("says when PostgreSQL cannot be reached", () =>
    Effect.gen(function* () {
      const message = yield* startError({ DATABASE_URL: "postgresql://me:secret@127.0.0.1:1/heddle" })
      assert.include(message, "127.0.0.1:1/heddle (DATABASE_URL) cannot be reached")
      assert.notInclude(message, "secret")
    })
  )

  it.live("says when DATABASE_URL is malformed", () =>
    Effect.gen(function* () {
      for (const url of ["mysql://me:secret@host/heddle", "me:secret@host", "postgresql://me:secret@host:nine/x"]) {
        const message = yield* startError({ DATABASE_URL: url })
        assert.include(message, "DATABASE_URL is not the URL of a PostgreSQL database")
        assert.notInclude(message, "secret")
      }
    })
  )

  it.live("refuses a folder of another version of PostgreSQL", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "heddle-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
      )
      mkdirSync(join(folder, "database"))
      writeFileSync(join(folder, "database", "PG_VERSION"), "17\n")
      assert.include(yield* startError({ HEDDLE_DATA_DIR: folder }), "was written by PostgreSQL 17")
    })
  )

  it.live("opens a folder that another process made, but none from before the first release", () =>
    Effect.gen(function* () {
      const dataDir = yield* Effect.acquireRelease(Effect.promise(makeDataDir), (folder) =>
        Effect.promise(() => removeDataDir(folder))
      )
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`SELECT name FROM effect_sql_migrations`, [{ name: "baseline" }])
        yield* sql`UPDATE effect_sql_migrations SET name = 'accounts'`
      }).pipe(Effect.provide(withConfig({ HEDDLE_DATA_DIR: dataDir })))
      const message = yield* startError({ HEDDLE_DATA_DIR: dataDir })
      assert.include(message, "created by a version of Heddle before its first release")
    })
  )
})

onPostgres("Database on PostgreSQL", ({ emptyUrl, freshUrl }) => {
  it.live("is PostgreSQL when DATABASE_URL is set", () =>
    Effect.gen(function* () {
      const url = Redacted.value(yield* freshUrl)
      const { kind, location } = yield* Effect.provide(DatabaseInfo, withConfig({ DATABASE_URL: url }))
      assert.strictEqual(kind, "postgresql")
      assert.notInclude(location, new URL(url).password)
    })
  )

  it.live("migrates once when many processes start at the same time", () =>
    Effect.gen(function* () {
      const url = Redacted.value(yield* emptyUrl)
      const start = Effect.provide(
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT migration_id FROM effect_sql_migrations`),
        withConfig({ DATABASE_URL: url }),
        { local: true }
      )
      const seen = yield* Effect.all(
        Array.from({ length: 4 }, () => start),
        { concurrency: "unbounded" }
      )
      for (const rows of seen) assert.lengthOf(rows, Object.keys(migrations).length)
    })
  )

  it.live("lets go of what it waits for or takes long to change, and applies a migration once it is quick", () =>
    Effect.gen(function* () {
      const url = yield* freshUrl
      const client = PostgresClient.layer({ url, maxConnections: 3 })
      const attempts = yield* Ref.make(0)
      const left = yield* Deferred.make<void>()
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const addition = Effect.gen(function* () {
          // The first attempt found the table in use; whoever uses it leaves before the second, which takes too long.
          const before = yield* Ref.getAndUpdate(attempts, (count) => count + 1)
          if (before === 1) yield* Deferred.succeed(left, undefined)
          yield* sql`ALTER TABLE accounts ADD COLUMN added text`
          if (before === 1) yield* sql`SELECT 1 FROM pg_sleep(100)`
        })
        const inUse = yield* Deferred.make<void>()
        const others = sql.withTransaction(
          sql`SELECT 1 FROM accounts`.pipe(
            Effect.andThen(Deferred.succeed(inUse, undefined)),
            Effect.andThen(Deferred.await(left))
          )
        )
        const migrating = Effect.andThen(
          Deferred.await(inUse),
          migrateWith({ ...migrations, "0002_addition": addition })
        )
        yield* Effect.all([others, migrating], { concurrency: "unbounded" })
        assert.lengthOf(yield* sql`SELECT 1 FROM effect_sql_migrations WHERE migration_id = 2`, 1)
        assert.deepStrictEqual(yield* sql`SELECT added FROM accounts`, [])
      }).pipe(Effect.provide(client, { local: true }))
      assert.strictEqual(yield* Ref.get(attempts), 3)
    })
  )

  it.live("says when the password is wrong", () =>
    Effect.gen(function* () {
      const url = new URL(Redacted.value(yield* freshUrl))
      url.password = "wrong"
      assert.include(yield* startError({ DATABASE_URL: url.href }), "refused the user or password")
    })
  )

  it.live("says how to create a database or a role that does not exist", () =>
    Effect.gen(function* () {
      const noDatabase = new URL(Redacted.value(yield* freshUrl))
      noDatabase.pathname = "/not_there"
      const message = yield* startError({ DATABASE_URL: noDatabase.href })
      assert.include(message, "`createdb --encoding=UTF8 --template=template0 --owner=USER not_there`")
    })
  )
})
