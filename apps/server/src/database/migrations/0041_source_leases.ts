/** Which process reads a source. Owner: `store/`. A row whose `held_until` has passed belongs to a dead process. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const sourceLeases = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE source_leases (
      source text COLLATE "C" PRIMARY KEY,
      holder text COLLATE "C" NOT NULL,
      held_until timestamptz NOT NULL
    )`
})
