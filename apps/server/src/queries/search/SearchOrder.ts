/** The sort orders of a search: greatest value first, ties by code, so that a cursor is a value and a code. */
import type { SqlClient, Statement } from "effect/sql"
import type { AuthorColumns, PostRow } from "../../store/posts/PostRow.ts"
import type { Measure } from "../../store/rollups/Floors.ts"
import { compareCodes } from "../../store/posts/PostsByCode.ts"

export type FoundRow = PostRow & AuthorColumns

export interface SearchOrder {
  /** What prominent posts are kept by, if it is the sort value; no prominent post has a null in its place. */
  readonly measure: Measure | null
  /** Whether posts are sorted by time, so that a scan can stop at the newest chunks. */
  readonly byTime: boolean
  /** The sort value as SQL, on the posts aliased as `p`. */
  readonly value: string
  readonly valueOf: (row: PostRow) => number
  /** A cursor's value as an SQL parameter of the same type. */
  readonly parameter: (sql: SqlClient.SqlClient, value: number) => Statement.Fragment
  readonly compare: (one: PostRow, other: PostRow) => number
}

const makeOrder = (
  measure: Measure | null,
  value: string,
  valueOf: SearchOrder["valueOf"],
  byTime = false,
  parameter: SearchOrder["parameter"] = (sql, value) => sql`${value}::bigint`
): SearchOrder => ({
  measure,
  byTime,
  value,
  valueOf,
  parameter,
  compare: (one, other) => valueOf(other) - valueOf(one) || compareCodes(other.code, one.code)
})

// Unknown views sort last. Times are whole milliseconds, which the integer of a cursor holds exactly.
export const orders = {
  recent: makeOrder(
    null,
    "p.posted_at",
    ({ postedAt }) => postedAt.getTime(),
    true,
    (sql, value) => sql`${new Date(value)}::timestamptz`
  ),
  likes: makeOrder("likes", "p.like_count", ({ likeCount }) => likeCount),
  replies: makeOrder("replies", "p.reply_count", ({ replyCount }) => replyCount),
  views: makeOrder("impressions", "coalesce(p.impression_count, -1)", ({ impressionCount }) => impressionCount ?? -1)
} as const
