/** Prominent posts in any order, and from when on none with as great a count is missing. */
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { PostKey } from "../../store/posts/PostsByCode.ts"
import type { Measure } from "../../store/rollups/Floors.ts"
import type { Window } from "../../store/scan/ChunkedScan.ts"

/** The measures as SQL on `p`, which is `posts` or `top_posts`; a post where it is null is not ranked. */
export const measureValues: Readonly<Record<Measure, string>> = {
  engagement: "(p.like_count + p.reply_count + p.repost_count + p.reshare_count)",
  likes: "p.like_count",
  replies: "p.reply_count",
  impressions: "p.impression_count",
  likes_of_reply: "CASE WHEN p.is_reply THEN p.like_count END"
}

interface TopRow {
  /** Null where no prominent posts are kept. */
  readonly completeFrom: Date | null
  /** Below it, posts may be missing. */
  readonly floor: number | null
  /** Null where there is none. */
  readonly code: string | null
  readonly postedAt: Date | null
}

export interface Ranking {
  readonly window: Window
  readonly languages: ReadonlyArray<string>
  readonly measure: Measure
  readonly size: number
}

interface Wanted extends Ranking {
  /** A condition on the prominent posts `p`. */
  readonly where: Statement.Fragment
  /** On `p`. */
  readonly orderBy: string
}

/**
 * The first of the posts of the window from `completeFrom` on whose count reaches `floor`; both are null where no
 * prominent posts are kept. One statement, because floors may change between two.
 */
export const topProminent = (
  sql: SqlClient.SqlClient,
  { window, languages, measure, where, orderBy, size }: Wanted
) => {
  const value = sql.literal(measureValues[measure])
  const inLanguages = sql.in("p.language", languages)
  return Effect.map(
    sql<TopRow>`
      SELECT f.complete_from, f.floor, t.code, t.posted_at FROM (
        SELECT greatest(max(complete_from), ${window.from}) AS complete_from, max(${sql(measure)}) AS floor
        FROM top_post_thresholds p WHERE ${inLanguages} HAVING count(*) = ${languages.length}
      ) AS f
      LEFT JOIN LATERAL (
        SELECT p.code, p.posted_at FROM top_posts p
        WHERE p.posted_at >= f.complete_from AND p.posted_at < ${window.until} AND ${inLanguages}
          AND ${value} >= f.floor AND ${where}
        ORDER BY ${sql.literal(orderBy)} LIMIT ${size}
      ) AS t ON true`.unprepared,
    (rows) => ({
      completeFrom: rows[0]?.completeFrom ?? null,
      floor: rows[0]?.floor ?? null,
      keys: rows.flatMap(({ code, postedAt }): ReadonlyArray<PostKey> =>
        code === null || postedAt === null ? [] : [{ code, postedAt }]
      )
    })
  ).pipe(Effect.orDie)
}
