/** The language of an author, which is not stored but follows from its posts. */
import type { SqlClient, Statement } from "effect/sql"
import { dayMillis, plusMillis } from "../../runtime/Time.ts"
import type { Window } from "../scan/ChunkedScan.ts"

const languageDays = 30

/** The posts that determine an author's language at this time. */
export const languageWindow = (at: Date): Window => ({
  from: plusMillis(at, -languageDays * dayMillis),
  until: plusMillis(at, 1)
})

/**
 * An author's language is the one of most of its recent posts (decisions, "Leaderboards"). This is a subquery of
 * `author_id, language` for the authors who posted from `from` (included) to `until` (excluded). The most
 * recently used language breaks ties. `only` further restricts the posts, aliased as `p`.
 */
export const authorLanguages = (
  sql: SqlClient.SqlClient,
  from: Date,
  until: Date,
  only: Statement.Fragment = sql`true`
) => sql`
  SELECT DISTINCT ON (counted.author_id) counted.author_id, counted.language
  FROM (
    SELECT p.author_id, p.language, count(*) AS posts, max(p.posted_at) AS last_at FROM posts p
    WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND ${only}
    GROUP BY p.author_id, p.language
  ) AS counted
  ORDER BY counted.author_id, counted.posts DESC, counted.last_at DESC, counted.language COLLATE "C"`
