/** Reads posts with the snapshots of their counts. */
import { proseOf } from "@heddle/text"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { marksOf, type StoredMarks } from "../posts/Marks.ts"
import { fromPostsAt, type PostKey } from "../posts/PostsByCode.ts"
import type { FollowedPost, Snapshot } from "./Courses.ts"

export interface Followed {
  readonly post: FollowedPost
  /** In no order. */
  readonly snapshots: ReadonlyArray<Snapshot>
}

const postColumns = `p.code, p.posted_at, p.language, p.is_reply, p.observed_at, p.like_count, p.reply_count,
  p.impression_count, jsonb_array_length(p.media_url) > 0 AS has_media, p.caption, p.marks, p.author_id`

interface PostRow extends Omit<FollowedPost, "length"> {
  readonly caption: string
  readonly marks: StoredMarks
}

const followedPost = ({ caption, marks, ...post }: PostRow): FollowedPost => ({
  ...post,
  length: Array.from(proseOf(caption, marksOf(marks))).length
})

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
    const posts = yield* sql<PostRow>`
      SELECT p.*, a.follower_count FROM (SELECT ${columns} ${fromPostsAt(sql, keys)}) AS p
      LEFT JOIN authors a ON a.author_id = p.author_id`.unprepared
    return yield* withSnapshots(posts.map(followedPost))
  })

  /** The first posts of a window, earliest first, at most `count`. */
  const firstOf = (from: Date, until: Date, count: number) =>
    Effect.map(
      sql<PostRow>`
        SELECT p.*, a.follower_count FROM (
          SELECT ${columns} FROM posts p WHERE p.posted_at >= ${from} AND p.posted_at < ${until}
          ORDER BY p.posted_at, p.code LIMIT ${count}
        ) AS p LEFT JOIN authors a ON a.author_id = p.author_id ORDER BY p.posted_at, p.code`.unprepared,
      (rows) => rows.map(followedPost)
    )

  return { at, firstOf, withSnapshots }
}
