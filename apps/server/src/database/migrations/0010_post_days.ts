import { termsOf } from "@heddle/text"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `posts/`; `author_metrics` belongs to `people/`.
 *
 * Posts are partitioned by their day (UTC), so that forgetting one is a `DROP TABLE`. `post_codes` says when a
 * code was posted and by whom, is locked by whoever writes about it, and remembers deletions. No index of `posts`
 * names a column that changes, so that new counts touch no index, least of all the one of the `terms` of a text, which
 * are those of @heddle/text. What a scan asks of every row stands first in it, and with a fixed width where it can.
 *
 * `replies` are the edges between accounts; `replied_to` is null while the post answered is not stored. `post_metrics`
 * are counts as first seen at each step of a post's age; `metric_step` is the last step seen. `post_changes` is what the
 * round reads: one row a batch, with the transaction that wrote it.
 */
export const postDays = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE posts RENAME TO posts_before`
  yield* sql`ALTER TABLE posts_before RENAME CONSTRAINT posts_pkey TO posts_before_pkey`
  yield* sql`DROP INDEX posts_recent, posts_changed, posts_replies, posts_author`
  yield* sql`
    CREATE TABLE posts (
      posted_at timestamptz NOT NULL,
      like_count bigint NOT NULL,
      reply_count bigint NOT NULL,
      repost_count bigint NOT NULL,
      reshare_count bigint NOT NULL,
      observed_at timestamptz NOT NULL,
      metric_step smallint NOT NULL DEFAULT 0,
      is_reply boolean NOT NULL,
      language text COLLATE "C" NOT NULL,
      code text COLLATE "C" NOT NULL,
      username text COLLATE "C" NOT NULL,
      impression_count bigint,
      token_text text COLLATE "C" NOT NULL,
      terms int[] NOT NULL,
      reply_to text COLLATE "C",
      caption text NOT NULL,
      url text NOT NULL,
      source text NOT NULL,
      media_url jsonb NOT NULL,
      PRIMARY KEY (posted_at, code)
    ) PARTITION BY RANGE (posted_at)`
  yield* sql`CREATE INDEX posts_author ON posts (username, posted_at) INCLUDE (language)`
  yield* sql`CREATE INDEX posts_terms ON posts USING gin (terms)`
  yield* sql`
    CREATE TABLE post_codes (
      code text COLLATE "C" PRIMARY KEY,
      posted_at timestamptz,
      username text COLLATE "C",
      deleted_at timestamptz,
      CHECK (posted_at IS NOT NULL OR deleted_at IS NOT NULL)
    )`
  yield* sql`CREATE INDEX post_codes_deleted ON post_codes (deleted_at) WHERE deleted_at IS NOT NULL`
  yield* sql`
    CREATE TABLE replies (
      code text COLLATE "C" PRIMARY KEY,
      posted_at timestamptz NOT NULL,
      username text COLLATE "C" NOT NULL,
      reply_to text COLLATE "C" NOT NULL,
      replied_to text COLLATE "C"
    )`
  yield* sql`CREATE INDEX replies_parent ON replies (reply_to)`
  yield* sql`CREATE INDEX replies_sent ON replies (username, posted_at)`
  yield* sql`CREATE INDEX replies_received ON replies (replied_to, posted_at) WHERE replied_to IS NOT NULL`
  yield* sql`
    CREATE TABLE post_metrics (
      posted_at timestamptz NOT NULL,
      observed_at timestamptz NOT NULL,
      like_count bigint NOT NULL,
      reply_count bigint NOT NULL,
      repost_count bigint NOT NULL,
      reshare_count bigint NOT NULL,
      code text COLLATE "C" NOT NULL,
      impression_count bigint,
      PRIMARY KEY (posted_at, code, observed_at)
    ) PARTITION BY RANGE (posted_at)`
  yield* sql`CREATE INDEX post_metrics_recent ON post_metrics (observed_at)`
  yield* sql`
    CREATE TABLE post_changes (
      changed_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
      changed_at timestamptz NOT NULL,
      posted_ats timestamptz[] NOT NULL,
      codes text[] NOT NULL
    )`
  yield* sql`CREATE INDEX post_changes_transaction ON post_changes (changed_in)`
  yield* sql`CREATE INDEX post_changes_time ON post_changes (changed_at)`
  yield* sql`
    CREATE TABLE author_metrics (
      username text COLLATE "C" NOT NULL,
      hour timestamptz NOT NULL,
      observed_at timestamptz NOT NULL,
      follower_count bigint,
      following_count bigint,
      post_count bigint,
      PRIMARY KEY (username, hour)
    )`
  yield* sql`CREATE INDEX author_metrics_recent ON author_metrics (hour)`
  yield* sql`ALTER TABLE authors ALTER username TYPE text COLLATE "C"`
  // For what is past retention when it comes: it is deleted with the next upkeep.
  yield* sql`CREATE TABLE posts_old PARTITION OF posts DEFAULT`
  yield* sql`CREATE TABLE post_metrics_old PARTITION OF post_metrics DEFAULT`
  yield* moveDays(sql)
  yield* sql`
    INSERT INTO post_codes (code, deleted_at) SELECT code, deleted_at FROM deleted_posts
    ON CONFLICT (code) DO UPDATE SET deleted_at = excluded.deleted_at`
  yield* sql`
    INSERT INTO replies (code, posted_at, username, reply_to, replied_to)
    SELECT r.code, r.posted_at, r.username, r.reply_to, p.username
    FROM posts_before r LEFT JOIN posts_before p ON p.code = r.reply_to WHERE r.reply_to IS NOT NULL`
  yield* sql`
    INSERT INTO post_metrics (posted_at, observed_at, like_count, reply_count, repost_count, reshare_count, code,
      impression_count)
    SELECT posted_at, observed_at, like_count, reply_count, repost_count, reshare_count, code, impression_count
    FROM posts_before`
  // The round's cursors go on: what changed since them, of the longest window a rule can have.
  yield* sql`
    INSERT INTO post_changes (changed_in, changed_at, posted_ats, codes)
    SELECT changed_in, max(observed_at), array_agg(posted_at), array_agg(code)
    FROM posts_before WHERE posted_at >= (SELECT max(posted_at) FROM posts_before) - interval '73 hours'
    GROUP BY changed_in`
  yield* sql`
    INSERT INTO author_metrics (username, hour, observed_at, follower_count, following_count, post_count)
    SELECT username, date_trunc('hour', observed_at, 'UTC'), observed_at, follower_count, following_count, post_count
    FROM authors`
  yield* sql`DROP TABLE posts_before, deleted_posts`
})

interface StoredText {
  readonly code: string
  readonly tokenText: string
}

/** As many as can be within retention, counted from the newest post, and one more; the database has locks for no more. */
const daysKept = 94

/** One day after the other; the terms cannot be computed by the database. */
const moveDays = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const days = yield* sql<{ day: string; from: string; until: string; kept: boolean }>`
    SELECT DISTINCT to_char(posted_at AT TIME ZONE 'UTC', 'YYYYMMDD') AS day,
      to_char(date_trunc('day', posted_at, 'UTC') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "from",
      to_char(date_trunc('day', posted_at, 'UTC') AT TIME ZONE 'UTC' + interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
        AS until,
      date_trunc('day', posted_at, 'UTC') > (SELECT max(posted_at) FROM posts_before) - ${daysKept} * interval '1 day'
        AS kept
    FROM posts_before ORDER BY 1`
  yield* sql`CREATE INDEX posts_before_time ON posts_before (posted_at)`
  for (const { day, from, until, kept } of days) {
    for (const table of kept ? ["posts", "post_metrics"] : []) {
      // Names and bounds are digits that we wrote ourselves; DDL takes no parameters.
      yield* sql`CREATE TABLE ${sql(`${table}_${day}`)} PARTITION OF ${sql(table)}
        FOR VALUES FROM (${sql.literal(`'${from}'`)}) TO (${sql.literal(`'${until}'`)})
        WITH (fillfactor = 85)`
    }
    const rows = yield* sql<StoredText>`
      SELECT code, token_text FROM posts_before WHERE posted_at >= ${from}::timestamptz AND posted_at < ${until}::timestamptz`
    const terms = rows.map(({ code, tokenText }) => ({ code, terms: termsOf(tokenText) }))
    yield* sql`
      INSERT INTO posts (posted_at, like_count, reply_count, repost_count, reshare_count, observed_at, is_reply, language,
        code, username, impression_count, token_text, terms, reply_to, caption, url, source, media_url)
      SELECT p.posted_at, p.like_count, p.reply_count, p.repost_count, p.reshare_count, p.observed_at, p.is_reply,
        p.language, p.code, p.username, p.impression_count, p.token_text, t.terms, p.reply_to, p.caption, p.url, p.source,
        p.media_url
      FROM posts_before p
      JOIN json_to_recordset(${JSON.stringify(terms)}::json) AS t (code text, terms int[]) ON t.code = p.code`
    yield* sql`
      INSERT INTO post_codes (code, posted_at, username)
      SELECT code, posted_at, username FROM posts_before
      WHERE posted_at >= ${from}::timestamptz AND posted_at < ${until}::timestamptz`
  }
})
