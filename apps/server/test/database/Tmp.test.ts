import { assert, layer, describe } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migrated } from "../../src/database/Database.ts"
import * as PC from "../../src/database/PgliteClient.ts"
import { openAsBlob, readdirSync } from "node:fs"
const L = Layer.unwrap(Effect.promise(async () => { console.log("open"); const dump = await openAsBlob("/work/main/node_modules/.cache/heddle-test/" + readdirSync("/work/main/node_modules/.cache/heddle-test")[0]); console.log("opened"); return PC.layer({ memory: true, dump })}))
  layer(L)("x", (it) => {
    it.effect("int8", () =>
      Effect.gen(function* () {
        console.log("in")
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql`SELECT 5000000000::int8 AS big_one, '{"a_b": {"c_d": 1}}'::jsonb AS some_json`
        console.log("row", row)
        assert.strictEqual(row.bigOne, 5000000000); console.log("ok1");
        assert.deepStrictEqual(row, { bigOne: 5000000000, someJson: { a_b: { c_d: 1 } } })
      }))
  })
