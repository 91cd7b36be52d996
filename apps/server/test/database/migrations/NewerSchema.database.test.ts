import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { migrate } from "../../../src/database/Database.ts"
import { migrations } from "../../../src/database/migrations/index.ts"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"

onAnyDatabase("A database of a newer release", (_name, database) => {
  layer(database, { timeout: "120 seconds" })((it) => {
    it.effect("is refused with its unknown migrations, and left alone", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* migrate
        yield* sql`INSERT INTO effect_sql_migrations (migration_id, name) VALUES (98, 'gamma'), (99, 'delta')`
        yield* sql`UPDATE sql_functions SET checksum = 'older' WHERE name = 'key_budget'`
        const error = yield* Effect.flip(migrate)
        assert.strictEqual(error._tag, "DatabaseUnavailable")
        assert.include(error.message, "A newer release of Heddle has used this database.")
        assert.include(error.message, `0098_gamma, 0099_delta. The last one here is ${Object.keys(migrations).at(-1)}.`)
        assert.include(error.message, "Start the newer release, or restore a backup")
        const [row] = yield* sql<{ checksum: string }>`SELECT checksum FROM sql_functions WHERE name = 'key_budget'`
        assert.strictEqual(row?.checksum, "older", "no function of the older release was installed")
      })
    )
  })
})
