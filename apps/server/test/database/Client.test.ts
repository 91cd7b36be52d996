import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { onEveryDatabase } from "../../../../test/support/Databases.ts"

onEveryDatabase("Client", (_name, database) => {
  layer(database)((it) => {
    it.effect("int8", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql`SELECT 5000000000::int8 AS big_one, '{"a_b": {"c_d": 1}}'::jsonb AS some_json`
        assert.deepStrictEqual(row, { bigOne: 5000000000, someJson: { a_b: { c_d: 1 } } })
      }))
  })
})
