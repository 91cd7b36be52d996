import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `store/rollups`. The posts of the last days with the highest counts, so that boards need not read every post.
 *
 * `prominent_posts` has every post posted at or after a language's `complete_from` of which a count reaches the language's
 * floor. The writer of a post writes its row in the same transaction. A write that does not deletes the floors, and the
 * boards read all posts until a task has chosen them again.
 */
export const prominence = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE prominence_floors (
      language text COLLATE "C" PRIMARY KEY,
      engagement bigint NOT NULL,
      likes bigint NOT NULL,
      replies bigint NOT NULL,
      impressions bigint NOT NULL,
      likes_of_reply bigint NOT NULL,
      complete_from timestamptz NOT NULL
    )`
  yield* sql`
    CREATE TABLE prominent_posts (
      posted_at timestamptz NOT NULL,
      code text COLLATE "C" NOT NULL,
      language text COLLATE "C" NOT NULL,
      is_reply boolean NOT NULL,
      like_count bigint NOT NULL,
      reply_count bigint NOT NULL,
      repost_count bigint NOT NULL,
      reshare_count bigint NOT NULL,
      impression_count bigint,
      PRIMARY KEY (posted_at, code)
    ) WITH (fillfactor = 70)`
  // Terms are no longer searched by it.
  yield* sql`ALTER TABLE rolled_terms DROP COLUMN index_term`
  yield* sql`CREATE INDEX prominent_posts_of_language ON prominent_posts (language, posted_at)`
})
