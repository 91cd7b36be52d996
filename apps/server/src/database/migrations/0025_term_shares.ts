import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `store/terms`. How common index terms are, estimated from a sample of the last 30 days: `share` is that of the
 * posts of a language that have the term. Terms that the sample has only once are left out. `language_shares` has the
 * estimated number of posts of each language and how many of them are in the sample.
 */
export const termShares = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE term_shares (
      term int NOT NULL,
      language text COLLATE "C" NOT NULL,
      share real NOT NULL,
      sampled_at timestamptz NOT NULL,
      PRIMARY KEY (term, language)
    ) WITH (fillfactor = 70)`
  yield* sql`
    CREATE TABLE language_shares (
      language text COLLATE "C" PRIMARY KEY,
      posts double precision NOT NULL,
      sampled int NOT NULL,
      sampled_at timestamptz NOT NULL
    )`
})
