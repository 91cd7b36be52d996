/**
 * The posts with a term and their engagement, by day of UTC: from the counts that are kept of common terms while posts are
 * written.
 */
import { textVersion } from "@heddle/text"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { dayOf } from "../../runtime/Time.ts"
import type { TermStep } from "../../store/posts/PostVersion.ts"
import type { Window } from "../../store/scan/ChunkedScan.ts"

/** Of a day of UTC, as the number of days since 1970. */
export type DayTotals = Omit<TermStep, "term" | "language">

interface KeptRow extends Omit<DayTotals, "day"> {
  readonly countedFrom: number
  /** Null for a term without posts. */
  readonly day: number | null
}

/** Of at least one row. Capped, so that each total is an integer that JSON and the driver represent exactly. */
export const cappedSum = (sql: SqlClient.SqlClient, column: string) =>
  sql.literal(`least(sum(${column}), ${Number.MAX_SAFE_INTEGER}::bigint)::bigint`)

/**
 * About how many posts of the days of a window have each term, in sum; 0 if no counts of a term are kept. The terms are an
 * array, because a join could read the counts of all terms: there are no statistics of them when they have just been chosen.
 */
export const estimatedPosts = (
  sql: SqlClient.SqlClient,
  terms: ReadonlyArray<string>,
  languages: ReadonlyArray<string>,
  { from, until }: Window
): Effect.Effect<number, never> =>
  Effect.map(
    sql<{ posts: number }>`
      SELECT least(coalesce(sum(posts), 0), ${Number.MAX_SAFE_INTEGER}::bigint)::bigint AS posts FROM term_counts
      WHERE term = ANY (ARRAY(SELECT id FROM tracked_terms WHERE ${sql.in("term", terms)} AND text_version = ${textVersion}))
        AND day >= ${dayOf(from)} AND day <= ${dayOf(until)} AND ${sql.in("language", languages)}`.unprepared,
    ([row]) => row?.posts ?? 0
  ).pipe(Effect.orDie)

/**
 * The totals of the days from `from` on, which is not before `first`; null if no counts of the term are kept. One
 * statement, because the term may be dropped at any time.
 */
export const keptTotals = (sql: SqlClient.SqlClient, term: string, languages: ReadonlyArray<string>, first: number) => {
  const wanted = sql`term = r.id AND day >= r.counted_from AND day >= ${first} AND ${sql.in("language", languages)}`
  return Effect.map(
    sql<KeptRow>`
      SELECT r.counted_from, d.* FROM tracked_terms r LEFT JOIN LATERAL (
        SELECT a.day, ${cappedSum(sql, "a.posts")} AS posts, ${cappedSum(sql, "a.likes")} AS likes,
          ${cappedSum(sql, "a.replies")} AS replies, ${cappedSum(sql, "a.reposts")} AS reposts,
          ${cappedSum(sql, "a.reshares")} AS reshares
        FROM (
          SELECT day, posts, likes, replies, reposts, reshares FROM term_counts WHERE ${wanted}
          UNION ALL
          SELECT s.day, s.posts, s.likes, s.replies, s.reposts, s.reshares
          FROM term_deltas l, unnest(l.terms, l.days, l.languages, l.posts, l.likes, l.replies, l.reposts, l.reshares)
            AS s (term, day, language, posts, likes, replies, reposts, reshares)
          WHERE ${wanted}
        ) AS a GROUP BY 1 HAVING sum(a.posts) > 0
      ) AS d ON true
      WHERE r.term = ${term} AND r.text_version = ${textVersion}`.unprepared,
    (rows) => {
      const [row] = rows
      if (row === undefined) return null
      return {
        from: Math.max(first, row.countedFrom),
        days: rows.flatMap(({ day, posts, likes, replies, reposts, reshares }): ReadonlyArray<DayTotals> =>
          day === null ? [] : [{ day, posts, likes, replies, reposts, reshares }]
        )
      }
    }
  ).pipe(Effect.orDie)
}
