import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Owner: `store/rollups`. Steps and counts name a term by its number: the texts took most of the time to write them. */
export const termIds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // All terms are chosen and counted again, within the hour.
  yield* sql`UPDATE rollup_progress SET terms_version = terms_version + 1`
  yield* sql`DELETE FROM rolled_terms`
  yield* sql`DROP TABLE term_counts, term_steps`
  yield* sql`ALTER TABLE rolled_terms ADD COLUMN id integer GENERATED ALWAYS AS IDENTITY UNIQUE`
  yield* sql`
    CREATE TABLE term_counts (
      term integer NOT NULL,
      day integer NOT NULL,
      language text COLLATE "C" NOT NULL,
      posts numeric NOT NULL,
      likes numeric NOT NULL,
      replies numeric NOT NULL,
      reposts numeric NOT NULL,
      reshares numeric NOT NULL,
      PRIMARY KEY (term, day, language)
    ) WITH (fillfactor = 70)`
  yield* sql`
    CREATE TABLE term_steps (
      terms integer[] NOT NULL,
      days integer[] NOT NULL,
      languages text[] COLLATE "C" NOT NULL,
      posts bigint[] NOT NULL,
      likes bigint[] NOT NULL,
      replies bigint[] NOT NULL,
      reposts bigint[] NOT NULL,
      reshares bigint[] NOT NULL
    )`
})
