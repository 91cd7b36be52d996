import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `database/`. Which text of each file in `functions/` the database runs. The migrations before this one made
 * the functions themselves; every start replaces those whose file has changed (`SqlFunctions.ts`).
 */
export const sqlFunctions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE sql_functions (
      name text COLLATE "C" PRIMARY KEY,
      version int NOT NULL CHECK (version >= 1),
      checksum text NOT NULL,
      installed_at timestamptz NOT NULL DEFAULT now()
    )`
})
