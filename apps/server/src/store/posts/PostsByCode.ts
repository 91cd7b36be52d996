/** Posts by their codes, wherever they are. The days are looked up first, so that no others are touched. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Listed.ts"
import { postColumns, withAuthors } from "./PostRow.ts"

export interface PostKey {
  readonly code: string
  readonly postedAt: Date
}

interface KnownCode {
  readonly code: string
  /** Null for a deleted post. */
  readonly postedAt: Date | null
}

/** What is known of these codes. */
export const knownCodes = (sql: SqlClient.SqlClient, codes: ReadonlyArray<string>) =>
  sql<KnownCode>`
    SELECT code, CASE WHEN deleted_at IS NULL THEN posted_at END AS posted_at FROM post_codes
    WHERE code IN ${listed(sql, codes)}`

export const keysOf = (known: ReadonlyArray<KnownCode>): ReadonlyArray<PostKey> =>
  known.flatMap(({ code, postedAt }) => (postedAt === null ? [] : [{ code, postedAt }]))

/** These of the posts `p`, as a `FROM` clause with its condition; at least one. */
export const fromPostsAt = (sql: SqlClient.SqlClient, keys: ReadonlyArray<PostKey>) => {
  const times = keys.map(({ postedAt }) => postedAt.getTime())
  const listed = keys.map(({ code, postedAt }) => ({ code, posted_at: postedAt }))
  return sql`
    FROM posts p
    JOIN json_to_recordset(${JSON.stringify(listed)}::json) AS k (code text, posted_at timestamptz)
      ON p.posted_at = k.posted_at AND p.code = k.code
    WHERE p.posted_at >= ${new Date(Math.min(...times))} AND p.posted_at <= ${new Date(Math.max(...times))}`
}

/** Those of these posts that are stored, in no order. */
export const postsAt = (sql: SqlClient.SqlClient, keys: ReadonlyArray<PostKey>) =>
  keys.length === 0
    ? Effect.succeed([])
    : withAuthors(sql, sql`SELECT ${sql.literal(postColumns)} ${fromPostsAt(sql, keys)}`).unprepared

/** Those of these posts that are stored, by code. */
export const postsByCode = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, codes: ReadonlyArray<string>) {
  const rows = yield* postsAt(sql, keysOf(yield* knownCodes(sql, codes)))
  return new Map(rows.map((row) => [row.code, row]))
})
