/** What a round has to look at: changed posts, or accounts whose whole window must be checked. */
import { Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"

/** As in a batch of ingestion. */
const postsOfChange = 500
/** More than any other post has. */
export const mostLikes = 100_000_000

/** Records these posts as changed, in as many batches as ingestion would make. */
const record = (sql: SqlClient.SqlClient, chosen: Statement.Fragment, likes: Statement.Fragment) => sql`
  WITH chosen AS MATERIALIZED (${chosen}), updated AS (
    UPDATE posts p SET like_count = ${likes} FROM chosen c
    WHERE p.posted_at = c.posted_at AND p.code = c.code
    RETURNING p.posted_at, p.code
  )
  INSERT INTO post_changes (changed_at, posted_ats, codes)
  SELECT now(), array_agg(posted_at), array_agg(code)
  FROM (SELECT posted_at, code, (row_number() OVER () - 1) / ${postsOfChange} AS batch FROM updated) n GROUP BY batch`

const recent = (sql: SqlClient.SqlClient) => sql`FROM posts WHERE posted_at > now() - interval '23 hours'`

/** Other posts in every turn; all are at most 23 hours old, so that both types of rules look at them. */
export const changePosts = (count: number, turn: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    record(
      sql,
      sql`SELECT posted_at, code ${recent(sql)} ORDER BY hashtextextended(code, ${turn}::bigint) LIMIT ${count}`,
      sql`p.like_count + 1`
    )
  )

/** Gives some Chinese posts more likes than any other post has. */
export const makeLiked = (count: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    record(
      sql,
      sql`SELECT posted_at, code ${recent(sql)} AND language LIKE 'zh%' ORDER BY posted_at DESC LIMIT ${count}`,
      sql`${mostLikes}::bigint`
    )
  )

export const wholeWindows = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`UPDATE webhook_rounds SET whole_window = true`
)

/** New rules: the first keyword rule of each of these many accounts. */
export const uncheckRules = (count: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      WITH chosen AS (
        SELECT DISTINCT ON (account_id) account_id, id FROM webhook_rules WHERE type = 'keyword'
        ORDER BY account_id, id LIMIT ${count}
      ), unchecked AS (
        UPDATE webhook_rules r SET checked = false FROM chosen c WHERE r.account_id = c.account_id AND r.id = c.id
        RETURNING r.account_id
      )
      UPDATE webhook_rounds r SET rules_version = rules_version + 1 FROM unchecked u WHERE r.account_id = u.account_id`
  )

/** The interval since the last round is over, for all shards; with seconds, it is then. */
export const due = (inSeconds = 0) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      UPDATE webhook_round_shards SET due_at = clock_timestamp() + make_interval(secs => ${inSeconds - 1}::double precision)`
  )

/** As if the process that owned the shards had ended. */
export const releaseShards = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.andThen(sql`UPDATE webhook_round_shards SET process = NULL`, sql`DELETE FROM webhook_round_processes`)
)
