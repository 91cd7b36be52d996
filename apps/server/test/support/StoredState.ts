/** Everything ingest leaves behind, as rows, so that two ways of writing the same can be compared. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Without `post_changes`, which tells how it was written. */
export const storedState = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return {
    posts: yield* sql`SELECT * FROM posts ORDER BY code`,
    metrics: yield* sql`SELECT * FROM post_metrics ORDER BY code, observed_at`,
    replies: yield* sql`SELECT * FROM replies ORDER BY code`,
    codes: yield* sql`SELECT * FROM post_codes ORDER BY code`,
    authors: yield* sql`SELECT * FROM authors ORDER BY author_id`,
    authorMetrics: yield* sql`SELECT * FROM author_metrics ORDER BY author_id, hour`
  }
})

/** Truncating makes new files for each partition and each of its indexes; of the few rows of a test nothing is slower. */
const empty = Effect.fnUntraced(function* (...tables: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(tables, (table) => sql`DELETE FROM ${sql(table)}`, { discard: true })
})

const forgetProgress = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    UPDATE library_progress SET cursor = NULL, cursor_at = NULL, refreshed_at = NULL, pass_until = NULL`
)

/** As in a new database: all posts will be counted as they are written. */
const forgetRollups = Effect.andThen(
  empty(
    "like_counts",
    "like_deltas",
    "term_counts",
    "term_deltas",
    "tracked_terms",
    "follower_counts",
    "top_posts",
    "like_gains",
    "top_post_thresholds"
  ),
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE rollup_progress SET likes_from = 0, gains_from = 0`)
)

/** The partitions stay. */
export const forgetPosts = Effect.all([
  empty("posts", "post_codes", "replies", "post_metrics", "post_changes", "library_posts"),
  forgetProgress,
  forgetRollups
])

const forgetPasses = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`UPDATE follower_gains_progress SET counted_to = NULL, began_at = to_timestamp(0)`
)

export const forgetAll = Effect.andThen(
  Effect.all([forgetPosts, forgetPasses]),
  empty(
    "authors",
    "author_metrics",
    "follower_gains",
    "author_names",
    "former_names",
    "author_aliases",
    "network_checks",
    "interactions",
    "rejected_events",
    "source_cursors"
  )
)
