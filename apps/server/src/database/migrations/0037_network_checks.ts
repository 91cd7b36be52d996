import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `store/`.
 *
 * - `network_checks`: posts whose counts, and authors whose profiles, are compared with their network at `due_at`. The
 *   heaviest are checked first. `seen_total` is the sum of the counts at the last check. `missing_since` is when the network
 *   first did not have a post.
 * - `network_checks_progress`: up to where the change feed was searched for such posts; a single row.
 */
export const networkChecks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE network_checks (
      source text COLLATE "C" NOT NULL,
      kind text COLLATE "C" NOT NULL CHECK (kind IN ('post', 'author')),
      name text COLLATE "C" NOT NULL,
      posted_at timestamptz NOT NULL,
      due_at timestamptz NOT NULL,
      weight bigint NOT NULL,
      seen_total bigint NOT NULL,
      checked_at timestamptz,
      missing_since timestamptz,
      PRIMARY KEY (source, kind, name)
    )`
  yield* sql`CREATE INDEX network_checks_due ON network_checks (source, kind, due_at)`
  yield* sql`
    CREATE TABLE network_checks_progress (
      cursor text,
      searched_at timestamptz
    )`
  yield* sql`INSERT INTO network_checks_progress DEFAULT VALUES`
})
