/** The orders of a search: greatest first, ties by code, so that a cursor is a number and a code. */
import type { SqlClient, Statement } from "effect/sql"
import type { AuthorColumns, PostRow } from "../../store/posts/PostRow.ts"
import { compareCodes } from "../leaderboards/Ranking.ts"

export type FoundRow = PostRow & AuthorColumns

export interface SearchOrder {
  /** Whether it is the order of time, in which the newest slices are enough. */
  readonly byTime: boolean
  /** The number as SQL, of the posts `p`. */
  readonly number: string
  readonly valueOf: (row: PostRow) => number
  /** A value as SQL, to compare with the number. */
  readonly parameter: (sql: SqlClient.SqlClient, value: number) => Statement.Fragment
  readonly compare: (one: PostRow, other: PostRow) => number
}

const make = (
  number: string,
  valueOf: SearchOrder["valueOf"],
  byTime = false,
  parameter: SearchOrder["parameter"] = (sql, value) => sql`${value}::bigint`
): SearchOrder => ({
  byTime,
  number,
  valueOf,
  parameter,
  compare: (one, other) => valueOf(other) - valueOf(one) || compareCodes(other.code, one.code)
})

// Unknown views sort last. Times are whole milliseconds, and so exact as a cursor's integer.
export const orders = {
  recent: make(
    "p.posted_at",
    ({ postedAt }) => postedAt.getTime(),
    true,
    (sql, value) => sql`${new Date(value)}::timestamptz`
  ),
  likes: make("p.like_count", ({ likeCount }) => likeCount),
  replies: make("p.reply_count", ({ replyCount }) => replyCount),
  views: make("coalesce(p.impression_count, -1)", ({ impressionCount }) => impressionCount ?? -1)
} as const
