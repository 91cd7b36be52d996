/**
 * Search cursors (decisions, "Cursor"): opaque, authenticated by a MAC, and bound to the filters, the sort and the time of
 * the first page. They are not bound to an account, because every account gets the same results.
 */
import type { InvalidParameter } from "@heddle/api"
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { decodePageToken } from "../../runtime/PageTokens.ts"
import { parametersMac, type Secrets, signedToken } from "../../runtime/Secrets.ts"
import type { AuthorColumns, PostRow } from "../../store/posts/PostRow.ts"
import { compareCodes } from "../../store/posts/PostsByCode.ts"
import type { Measure } from "../../store/rollups/Floors.ts"

/** Increase it when the meaning of `after` changes, so that cursors of older releases are rejected. */
const version = 2

const Payload = Schema.fromJsonString(
  Schema.Struct({
    v: Schema.Literal(version),
    /** MAC of the parameters without `cursor`. */
    q: Schema.String,
    /** Time of the first page, in Unix milliseconds. */
    at: Schema.Int,
    /** Sort value and code of the last row of the page before. */
    after: Schema.Tuple([Schema.Int, Schema.String])
  })
)
const encodePayload = Schema.encodeSync(Payload)

export interface CursorPosition {
  readonly at: Date
  readonly after: readonly [number, string]
}

export const encodeCursor = (secrets: Secrets["Service"], parameters: object, { at, after }: CursorPosition): string =>
  signedToken(secrets, encodePayload({ v: version, q: parametersMac(secrets, parameters), at: at.getTime(), after }))

export const decodeCursor = (
  secrets: Secrets["Service"],
  parameters: object,
  cursor: string,
  time: Date
): Effect.Effect<CursorPosition, InvalidParameter> =>
  Effect.map(
    decodePageToken(
      { payload: Payload, path: "cursor", givenAs: "next_cursor", bound: "parameters" },
      secrets,
      parameters,
      cursor,
      time
    ),
    ({ at, after }) => ({ at: new Date(at), after })
  )

/** The sort orders of a search: greatest value first, ties by code, so that a cursor is a value and a code. */
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
