import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `store/`. The ids by which a source knows posts, where its network calls them by others than their codes. They
 * are kept as long as posts: a deletion names nothing else.
 */
export const networkIds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE network_ids (
      source text COLLATE "C" NOT NULL,
      id text COLLATE "C" NOT NULL,
      code text COLLATE "C" NOT NULL,
      posted_at timestamptz NOT NULL,
      PRIMARY KEY (source, id)
    )`
  yield* sql`CREATE INDEX network_ids_code ON network_ids (code, source)`
  yield* sql`CREATE INDEX network_ids_posted ON network_ids USING brin (posted_at)`
})
