import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `store/rollups`. Counts that are kept while posts are written, so that questions about a whole window read them
 * instead of every post. A transaction that writes posts appends its steps; a task adds them to the counts.
 *
 * `like_counts` has how many posts of a language that were posted in a slot have how many likes, in two parallel arrays. A
 * slot is a quarter of an hour or an hour (`minutes`), numbered by the quarter of an hour since 1970 in which it begins.
 * `term_counts` has the posts of a UTC day (since 1970) and language that have a piece of token text, with their
 * engagement; only pieces of `rolled_terms` have rows.
 *
 * `follower_counts` has how many authors of a language have how many followers, as last counted; it is empty while there
 * are few authors.
 *
 * Like counts are complete for slots from `likes_from` on, those of a term for days from its `rolled_from` on. Both go
 * back as older posts are counted. A write that does not keep the rollups resets them.
 */
export const rollups = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE like_counts (
      minutes smallint NOT NULL,
      slot integer NOT NULL,
      language text COLLATE "C" NOT NULL,
      likes bigint[] NOT NULL,
      posts integer[] NOT NULL,
      PRIMARY KEY (minutes, slot, language)
    ) WITH (fillfactor = 70)`
  yield* sql`
    CREATE TABLE like_steps (
      slots integer[] NOT NULL,
      languages text[] COLLATE "C" NOT NULL,
      likes bigint[] NOT NULL,
      posts integer[] NOT NULL
    )`
  yield* sql`
    CREATE TABLE term_counts (
      term text COLLATE "C" NOT NULL,
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
      terms text[] COLLATE "C" NOT NULL,
      days integer[] NOT NULL,
      languages text[] COLLATE "C" NOT NULL,
      posts bigint[] NOT NULL,
      likes bigint[] NOT NULL,
      replies bigint[] NOT NULL,
      reposts bigint[] NOT NULL,
      reshares bigint[] NOT NULL
    )`
  yield* sql`
    CREATE TABLE rolled_terms (
      term text COLLATE "C" PRIMARY KEY,
      index_term integer NOT NULL,
      text_version smallint NOT NULL,
      rolled_from integer NOT NULL
    )`
  yield* sql`
    CREATE TABLE follower_counts (
      language text COLLATE "C" PRIMARY KEY,
      followers bigint[] NOT NULL,
      authors integer[] NOT NULL,
      counted_at timestamptz NOT NULL
    )`
  yield* sql`
    CREATE TABLE rollup_progress (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      likes_from integer NOT NULL,
      terms_version integer NOT NULL DEFAULT 0
    )`
  // Posts from before this table are counted by the task, backwards from the newest.
  yield* sql`
    INSERT INTO rollup_progress (likes_from)
    SELECT coalesce((floor(date_part('epoch', max(posted_at)) / 3600)::integer + 1) * 4, 0) FROM posts`
  yield* sql`
    CREATE OR REPLACE FUNCTION count_again() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('heddle.rollups', true) IS DISTINCT FROM 'kept' THEN
        UPDATE rollup_progress SET likes_from = 2147483647, terms_version = terms_version + 1;
        DELETE FROM rolled_terms;
      END IF;
      RETURN NULL;
    END $$`
  yield* sql`
    CREATE TRIGGER posts_counted_again AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON posts
    FOR EACH STATEMENT EXECUTE FUNCTION count_again()`
})
