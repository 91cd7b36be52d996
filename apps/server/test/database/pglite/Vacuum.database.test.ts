/** Space of updated rows is used again after a vacuum, also for a table whose name needs quotes. */
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as PgliteClient from "../../../src/database/pglite/PgliteClient.ts"
import { vacuum } from "../../../src/database/pglite/Vacuum.ts"

const table = "hot rows"

const size = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ bytes: number; rows: number }>`
    SELECT pg_relation_size(oid) AS bytes, reltuples::int AS rows FROM pg_class WHERE relname = ${table}`
  return row ?? assert.fail("the table exists")
})

describe("The vacuum of the embedded database", () => {
  layer(PgliteClient.layer({ memory: true }).pipe(Layer.orDie), { timeout: "60 seconds" })((it) => {
    it.effect("keeps a table that is updated all the time from growing, and counts its rows", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE ${sql(table)} (id int PRIMARY KEY, n int)`
        yield* sql`INSERT INTO ${sql(table)} SELECT i, 0 FROM generate_series(1, 2000) i`
        yield* sql`UPDATE ${sql(table)} SET n = n + 1`
        const { bytes, rows } = yield* size
        assert.strictEqual(rows, -1)
        for (let updates = 0; updates < 5; updates += 1) {
          yield* vacuum
          yield* sql`UPDATE ${sql(table)} SET n = n + 1`
        }
        const after = yield* size
        assert.strictEqual(after.bytes, bytes)
        assert.strictEqual(after.rows, 2_000)
      })
    )
  })
})
