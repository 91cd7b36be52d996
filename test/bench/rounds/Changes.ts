/** What a round has to look at: changed posts, or accounts whose whole window must be checked. */
import { Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"

/** As in a batch of ingestion. */
const postsOfChange = 500
/**
 * One of so many changes is a new like, which makes about as many events as a round makes in the middle of a day: with
 * 100,000 rules, the 480th part of what the first round finds in 24 hours.
 */
const changesOfLike = 40
/** More than any other post has. */
export const mostReplies = 100_000_000

/** Records these posts as changed, in as many batches as ingestion would make. */
const record = (sql: SqlClient.SqlClient, chosen: Statement.Fragment, counts: Statement.Fragment) => sql`
  WITH chosen AS MATERIALIZED (${chosen}), updated AS (
    UPDATE posts p SET ${counts} FROM chosen c
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
      sql`repost_count = p.repost_count + 1,
        like_count = p.like_count + (mod(hashtextextended(p.code, 0), ${changesOfLike}) = 0)::int`
    )
  )

/** Gives some Chinese posts more replies than any other post has. */
export const makeDiscussed = (count: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    record(
      sql,
      sql`SELECT posted_at, code ${recent(sql)} AND language LIKE 'zh%' ORDER BY posted_at DESC LIMIT ${count}`,
      sql`reply_count = ${mostReplies}::bigint`
    )
  )

export const wholeWindows = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`UPDATE webhook_rounds SET whole_window = true`
)

/** As if no round had been before: this one and the next check all windows. */
export const forgetRounds = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`UPDATE webhook_round_shards SET cursor = NULL, next_cursor = NULL`
)

/** As if the process that owned the shards had ended. */
export const releaseShards = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.andThen(sql`UPDATE webhook_round_shards SET process = NULL`, sql`DELETE FROM webhook_round_processes`)
)
