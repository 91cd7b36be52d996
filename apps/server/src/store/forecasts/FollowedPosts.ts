/** Reads posts with the snapshots of their counts. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { fromPostsAt, type PostKey } from "../posts/PostsByCode.ts"
import type { FollowedPost, Snapshot } from "./Courses.ts"

export interface Followed {
  readonly post: FollowedPost
  /** In no order. */
  readonly snapshots: ReadonlyArray<Snapshot>
}

const postColumns = `p.code, p.posted_at, p.language, p.is_reply, p.observed_at, p.like_count, p.reply_count,
  p.impression_count, jsonb_array_length(p.media_url) > 0 AS has_media, char_length(p.caption) AS length, p.author_id`

export const makeFollowedPosts = (sql: SqlClient.SqlClient) => {
  const columns = sql.literal(postColumns)

  const withSnapshots = Effect.fnUntraced(function* (posts: ReadonlyArray<FollowedPost>) {
    if (posts.length === 0) return []
    const snapshots = yield* sql<Snapshot>`
      SELECT p.code, p.observed_at, p.like_count, p.reply_count, p.impression_count
      ${fromPostsAt(sql, posts, "post_metrics")}`.unprepared
    const byCode = Map.groupBy(snapshots, ({ code }) => code)
    return posts.map((post): Followed => ({ post, snapshots: byCode.get(post.code) ?? [] }))
  })

  /** The stored posts among these, in no order. */
  const at = Effect.fnUntraced(function* (keys: ReadonlyArray<PostKey>) {
    if (keys.length === 0) return []
    const posts = yield* sql<FollowedPost>`
      SELECT p.*, a.follower_count FROM (SELECT ${columns} ${fromPostsAt(sql, keys)}) AS p
      LEFT JOIN authors a ON a.author_id = p.author_id`.unprepared
    return yield* withSnapshots(posts)
  })

  /** The first posts of a window, earliest first, at most `count`. */
  const firstOf = (from: Date, until: Date, count: number) =>
    sql<FollowedPost>`
      SELECT p.*, a.follower_count FROM (
        SELECT ${columns} FROM posts p WHERE p.posted_at >= ${from} AND p.posted_at < ${until}
        ORDER BY p.posted_at, p.code LIMIT ${count}
      ) AS p LEFT JOIN authors a ON a.author_id = p.author_id ORDER BY p.posted_at, p.code`.unprepared

  return { at, firstOf, withSnapshots }
}
