/** A stored post, and its two representations in the query API. */
import type { DetailedPost, Post } from "@heddle/api"
import type { SqlClient, Statement } from "effect/sql"
import { unixSeconds } from "../../runtime/Time.ts"
import { type CountColumns, countsOf } from "./Counts.ts"

export interface PostRow extends CountColumns {
  readonly code: string
  readonly url: string
  readonly caption: string
  readonly language: Post["language"]
  readonly authorId: string
  readonly postedAt: Date
  readonly isReply: boolean
  readonly replyTo: string | null
  readonly mediaUrl: ReadonlyArray<string>
  readonly observedAt: Date
}

export interface AuthorColumns {
  readonly username: string
  readonly fullName: string | null
  readonly profilePicture: string | null
  readonly followerCount: number | null
}

/** The columns of `PostRow`, with `posts` aliased as `p`. */
export const postColumns = `p.code, p.url, p.caption, p.language, p.author_id, p.posted_at, p.is_reply, p.reply_to,
  p.like_count, p.reply_count, p.repost_count, p.reshare_count, p.impression_count, p.media_url, p.observed_at`

/** The author as it is called now, with `author_names` aliased as `n`: the id where no name is known. */
export const shownName = (sql: SqlClient.SqlClient, authorId: string) =>
  sql`coalesce(n.username, ${sql.literal(authorId)})`

/** Joins the known author columns to a query that selects at least `postColumns`. The result has no order. */
export const withAuthors = <Row extends PostRow = PostRow>(sql: SqlClient.SqlClient, posts: Statement.Fragment) =>
  sql<Row & AuthorColumns>`
    SELECT p.*, ${shownName(sql, "p.author_id")} AS username, a.full_name, a.profile_picture, a.follower_count
    FROM (${posts}) AS p
    LEFT JOIN author_names n ON n.author_id = p.author_id LEFT JOIN authors a ON a.author_id = p.author_id`

/** What the short representation shows. */
export type BasicRow = Pick<CountColumns, "likeCount" | "replyCount"> &
  Pick<PostRow, "code" | "url" | "caption" | "language" | "isReply" | "postedAt"> &
  Pick<AuthorColumns, "username">

export const basicPost = (row: BasicRow): Post => ({
  code: row.code,
  url: row.url,
  caption: row.caption,
  language: row.language,
  is_reply: row.isReply,
  post_timestamp: unixSeconds(row.postedAt),
  username: row.username,
  like_count: row.likeCount,
  reply_count: row.replyCount
})

export const detailedPost = (row: PostRow & AuthorColumns): DetailedPost => ({
  ...basicPost(row),
  ...countsOf(row),
  media_url: row.mediaUrl,
  reply_to: row.replyTo,
  metrics_at: unixSeconds(row.observedAt),
  user: {
    username: row.username,
    full_name: row.fullName ?? "",
    profile_picture: row.profilePicture ?? "",
    follower_count: row.followerCount
  }
})
