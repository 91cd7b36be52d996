/** Looks posts up by code. Reads `post_codes` first, for the dates that let the planner prune partitions. */
import { type EncodedKeyword, keywordTerms } from "@heddle/text"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Recordset.ts"
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

/** Omits unknown codes. */
export const knownCodes = (sql: SqlClient.SqlClient, codes: ReadonlyArray<string>) =>
  sql<KnownCode>`
    SELECT code, CASE WHEN deleted_at IS NULL THEN posted_at END AS posted_at FROM post_codes
    WHERE code IN ${listed(codes)}`

export const keysOf = (known: ReadonlyArray<KnownCode>): ReadonlyArray<PostKey> =>
  known.flatMap(({ code, postedAt }) => (postedAt === null ? [] : [{ code, postedAt }]))

/** The range of these times of posting as bounds on rows, by which the planner can prune partitions. */
export const postedBetween = (sql: SqlClient.SqlClient, times: ReadonlyArray<Date>, alias: "p" | "m" = "p") => {
  const millis = times.map((time) => time.getTime())
  const postedAt = sql`${sql(alias)}.posted_at`
  return sql`${postedAt} >= ${new Date(Math.min(...millis))} AND ${postedAt} <= ${new Date(Math.max(...millis))}`
}

/** A `FROM … WHERE` clause that selects these posts, or their snapshots, as `p`; `keys` must not be empty. */
export const fromPostsAt = (
  sql: SqlClient.SqlClient,
  keys: ReadonlyArray<PostKey>,
  table: "posts" | "post_metrics" = "posts"
) => {
  const times = keys.map(({ postedAt }) => postedAt)
  const rows = keys.map(({ code, postedAt }) => ({ code, posted_at: postedAt }))
  return sql`
    FROM ${sql.literal(table)} p
    JOIN json_to_recordset(${JSON.stringify(rows)}::json) AS k (code text, posted_at timestamptz)
      ON p.posted_at = k.posted_at AND p.code = k.code
    WHERE ${postedBetween(sql, times)}`
}

/** The stored posts among these, in no order. */
export const postsAt = (sql: SqlClient.SqlClient, keys: ReadonlyArray<PostKey>) =>
  keys.length === 0
    ? Effect.succeed([])
    : withAuthors(sql, sql`SELECT ${sql.literal(postColumns)} ${fromPostsAt(sql, keys)}`).unprepared

/** The stored posts among these, by code. */
export const postsByCode = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, codes: ReadonlyArray<string>) {
  const rows = yield* postsAt(sql, keysOf(yield* knownCodes(sql, codes)))
  return new Map(rows.map((row) => [row.code, row]))
})

/** The order of codes in the database, where they have the collation "C". */
export const compareCodes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))

/**
 * Whether the post `p` matches an encoded keyword: a substring test on the canonical token text. For statements that read
 * the posts anyway; `containsByIndex` uses the index.
 */
export const contains = (sql: SqlClient.SqlClient, keyword: EncodedKeyword) => sql`strpos(p.token_text, ${keyword}) > 0`

/** Like `contains`, through the GIN index on terms. */
export const containsByIndex = (sql: SqlClient.SqlClient, keyword: EncodedKeyword) => {
  const { terms, exact } = keywordTerms(keyword)
  const indexed = sql`p.terms @> ${`{${terms.join(",")}}`}::int[]`
  return exact ? indexed : sql`(${indexed} AND ${contains(sql, keyword)})`
}
