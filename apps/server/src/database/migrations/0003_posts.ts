import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `posts/`. `token_text` is the caption in the canonical form of @heddle/text, in which a keyword matches
 * exactly when it is a substring. `changed_in` is the transaction that last changed the row: the round's cursor is
 * the oldest transaction still running when it read, which is safe against commits out of order.
 */
export const posts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE authors (
      username text PRIMARY KEY,
      full_name text NOT NULL DEFAULT '',
      profile_picture text NOT NULL DEFAULT '',
      biography text NOT NULL DEFAULT '',
      follower_count bigint,
      following_count bigint,
      post_count bigint,
      observed_at timestamptz NOT NULL
    )`
  yield* sql`
    CREATE TABLE posts (
      code text PRIMARY KEY,
      source text NOT NULL,
      url text NOT NULL,
      caption text NOT NULL,
      token_text text NOT NULL,
      language text NOT NULL,
      username text NOT NULL,
      posted_at timestamptz NOT NULL,
      is_reply boolean NOT NULL,
      reply_to text,
      like_count bigint NOT NULL,
      reply_count bigint NOT NULL,
      repost_count bigint NOT NULL,
      reshare_count bigint NOT NULL,
      impression_count bigint,
      media_url jsonb NOT NULL,
      observed_at timestamptz NOT NULL,
      changed_in xid8 NOT NULL DEFAULT pg_current_xact_id()
    )`
  yield* sql`CREATE INDEX posts_recent ON posts (posted_at DESC, code DESC)`
  yield* sql`CREATE INDEX posts_changed ON posts (changed_in)`
  yield* sql`CREATE TABLE deleted_posts (code text PRIMARY KEY, deleted_at timestamptz NOT NULL)`
})
