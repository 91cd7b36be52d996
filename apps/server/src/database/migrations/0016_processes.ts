import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `runtime/`; the columns belong to `credits/` and `idempotency/`. Which server processes are alive, and which one
 * took a call's hold or claimed its idempotency key. Null in rows of earlier releases, and in holds of webhook events.
 */
export const processes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE processes (
      id text COLLATE "C" PRIMARY KEY,
      started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      alive_until timestamptz NOT NULL
    ) WITH (fillfactor = 50)`
  yield* sql`ALTER TABLE credit_holds ADD COLUMN process text`
  yield* sql`ALTER TABLE idempotency_keys ADD COLUMN process text`
})
