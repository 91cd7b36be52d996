/** Posts by their codes, wherever they are. The days are looked up first, so that no others are touched. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { postColumns, withAuthors } from "./PostRow.ts"

interface Key {
  readonly code: string
  readonly postedAt: Date
}

/** Those of these posts that are stored, in no order. */
export const postsAt = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, keys: ReadonlyArray<Key>) {
  const times = keys.map(({ postedAt }) => postedAt.getTime())
  if (times.length === 0) return []
  const listed = keys.map(({ code, postedAt }) => ({ code, posted_at: postedAt }))
  return yield* withAuthors(
    sql,
    sql`
      SELECT ${sql.literal(postColumns)} FROM posts p
      JOIN json_to_recordset(${JSON.stringify(listed)}::json) AS k (code text, posted_at timestamptz)
        ON p.posted_at = k.posted_at AND p.code = k.code
      WHERE p.posted_at >= ${new Date(Math.min(...times))} AND p.posted_at <= ${new Date(Math.max(...times))}`
  ).unprepared
})

/** Those of these posts that are stored, by code. */
export const postsByCode = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, codes: ReadonlyArray<string>) {
  const keys = yield* sql<Key>`
    SELECT code, posted_at FROM post_codes
    WHERE code IN (SELECT json_array_elements_text(${JSON.stringify(codes)}::json))
      AND posted_at IS NOT NULL AND deleted_at IS NULL`
  const rows = yield* postsAt(sql, keys)
  return new Map(rows.map((row) => [row.code, row]))
})
