/** The language of an account: that of most of its posts (decisions, "Leaderboards"). */
import type { SqlClient, Statement } from "effect/sql"
import { dayMillis, plusMillis } from "../../runtime/Time.ts"
import type { Window } from "../../store/scan/ChunkedScan.ts"

/** An account's language is told from so many days. */
const languageDays = 30

/** Of the posts that tell it at this time. */
export const languageWindow = (at: Date): Window => ({
  from: plusMillis(at, -languageDays * dayMillis),
  until: plusMillis(at, 1)
})

/**
 * A subquery of `username, language` with the accounts that posted between the two times. Of languages with as many
 * posts the one written last counts, so that there is always one. `only` narrows down the posts `p`.
 */
export const authorLanguages = (
  sql: SqlClient.SqlClient,
  from: Date,
  until: Date,
  only: Statement.Fragment = sql`true`
) => sql`
  SELECT DISTINCT ON (spoken.username) spoken.username, spoken.language
  FROM (
    SELECT p.username, p.language, count(*) AS posts, max(p.posted_at) AS last_at FROM posts p
    WHERE p.posted_at >= ${from} AND p.posted_at < ${until} AND ${only}
    GROUP BY p.username, p.language
  ) AS spoken
  ORDER BY spoken.username, spoken.posts DESC, spoken.last_at DESC, spoken.language COLLATE "C"`
