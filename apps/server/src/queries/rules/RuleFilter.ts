/** What a webhook rule asks of posts, as SQL. It must agree with the verification of rounds (`webhooks/matching/Conditions.ts`). */
import type { Language } from "@heddle/api"
import type { EncodedKeyword } from "@heddle/text"
import type { SqlClient, Statement } from "effect/sql"
import type { Window } from "../../store/scan/ChunkedScan.ts"
import { containsByIndex } from "../../store/posts/PostsByCode.ts"
import { languagesOf } from "../filters/Filters.ts"

export interface Thresholds {
  readonly likeCount: number | null
  readonly replyCount: number | null
  readonly viewCount: number | null
}

export interface WantedPosts extends Thresholds {
  /** Null for a trending rule. */
  readonly encoded: EncodedKeyword | null
  readonly language: Language
  readonly lookbackHours: number
}

const columns = [
  ["likeCount", "like_count"],
  ["replyCount", "reply_count"],
  ["viewCount", "impression_count"]
] as const

/** Whether the counts of the row `alias` reach the thresholds; null when a view count is needed and unknown. */
export const reaches = (sql: SqlClient.SqlClient, alias: "p" | "m", thresholds: Thresholds): Statement.Fragment =>
  sql.and(
    columns.flatMap(([name, column]) => {
      const threshold = thresholds[name]
      return threshold === null ? [] : [sql`${sql.literal(`${alias}.${column}`)} >= ${threshold}`]
    })
  )

/** Posts `p` of this time that have the keyword and the language of the rule. */
export const hasTextOf = (sql: SqlClient.SqlClient, { encoded, language }: WantedPosts, { from, until }: Window) =>
  sql`p.posted_at >= ${from} AND p.posted_at < ${until} AND ${sql.in("p.language", languagesOf(language))}
    AND ${encoded === null ? sql`true` : containsByIndex(sql, encoded)}`
