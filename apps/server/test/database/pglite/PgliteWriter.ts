/** A process of its own for Pglite.system.test.ts: commits rows to a folder's database, and says which, until it is killed. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as PgliteClient from "../../../src/database/pglite/PgliteClient.ts"

// Ends this process when the test dies and its end of this pipe closes.
process.stdin.on("end", () => process.exit()).resume()

const write = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE written (value int)`
  for (let value = 1; ; value++) {
    yield* sql`INSERT INTO written VALUES (${value})`
    process.stdout.write(`${value}\n`)
  }
})

await Effect.runPromise(Effect.provide(write, PgliteClient.layer({ folder: process.argv[2] ?? "" })))
