import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `store/`.
 *
 * - `source_cursors`: where each source continues. Its row is locked by whoever stores a batch of the source.
 * - `rejected_events`: events that could not be used, the newest of each source.
 * - `interactions`: the latest version of each record that likes, reposts, quotes or answers a post, so that a deletion
 *   without content can be subtracted, and nothing counts twice. `subject` is null after a deletion; `counted` says whether
 *   the record is in the counts of its post. A day of receipt is dropped at once. The keys of records begin with the time
 *   in the networks that we know, so new rows go to one end of the index.
 */
export const sources = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE source_cursors (
      source text COLLATE "C" PRIMARY KEY,
      cursor text,
      moved_at timestamptz
    )`
  yield* sql`
    CREATE TABLE rejected_events (
      source text COLLATE "C" NOT NULL,
      number bigint GENERATED ALWAYS AS IDENTITY,
      received_at timestamptz NOT NULL,
      reason text NOT NULL,
      event text NOT NULL,
      PRIMARY KEY (source, number)
    )`
  yield* sql`
    CREATE TABLE interactions (
      received_day integer NOT NULL,
      kind smallint NOT NULL,
      counted boolean NOT NULL,
      key text COLLATE "C" NOT NULL,
      revision text COLLATE "C" NOT NULL,
      subject text COLLATE "C",
      PRIMARY KEY (key, kind, received_day)
    ) PARTITION BY RANGE (received_day)`
  yield* sql`
    CREATE INDEX interactions_awaited ON interactions (subject) WHERE NOT counted AND subject IS NOT NULL`
  yield* sql`CREATE TABLE interactions_default PARTITION OF interactions DEFAULT`
})
