/**
 * What posts gained in the periods before their last observation. Owns `like_gains`. The writer of a post keeps its row in
 * the same transaction; after a write that did not, a task counts all posts again.
 */
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { recordset } from "../../database/client/Recordset.ts"
import { batchSize, inBatches } from "../../runtime/Batches.ts"
import { dayMillis, hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { keyColumns, type KeyRow } from "../posts/PostColumns.ts"
import { fromPostsAt, postedBetween } from "../posts/PostsByCode.ts"
import { slotOf, slotStart } from "../posts/PostVersion.ts"
import { gainPeriods, reachOf, startOfPeriod } from "./GainPeriods.ts"

/** The longest board is of a week. */
const keptMillis = 7 * dayMillis + hourMillis

/** Posts last observed before this are on no board. */
const firstKept = Effect.map(now, (at) => plusMillis(at, -keptMillis))

const gainColumns = gainPeriods.map((period) => `gain_${period}`)
const columns = ["observed_at", "like_count", ...gainColumns, "language", "snapshot_times", "snapshot_likes"]

export const makeLikeGains = (sql: SqlClient.SqlClient) => {
  /** A snapshot counts from its observation to the next one, and the first one from the beginning of time. */
  const reaches = (period: (typeof gainPeriods)[number]) =>
    sql`m.next_at IS NULL OR m.next_at > p.observed_at - ${reachOf(sql, period)}`

  const gainOf = (period: (typeof gainPeriods)[number]) =>
    sql`greatest(0, p.like_count - coalesce(min(m.like_count) FILTER (WHERE ${reaches(period)}), p.like_count))
      AS ${sql(`gain_${period}`)}`

  /** Writes the rows of the posts `p` that gained likes, and deletes those of the others. */
  const write = (since: Date, posts: Statement.Fragment, metrics: Statement.Fragment) =>
    sql`
    WITH counted AS MATERIALIZED (
      SELECT p.posted_at, p.code, p.language, p.observed_at, p.like_count, s.*
      FROM (SELECT p.posted_at, p.code, p.language, p.observed_at, p.like_count ${posts} AND p.observed_at >= ${since}) AS p
      CROSS JOIN LATERAL (
        SELECT ${sql.csv(gainPeriods.map(gainOf))},
          array_agg(m.observed_at ORDER BY m.observed_at) FILTER (WHERE ${reaches(168)}) AS snapshot_times,
          array_agg(m.like_count ORDER BY m.observed_at) FILTER (WHERE ${reaches(168)}) AS snapshot_likes
        FROM (
          SELECT m.observed_at, m.like_count, lead(m.observed_at) OVER (ORDER BY m.observed_at) AS next_at
          FROM post_metrics m WHERE m.posted_at = p.posted_at AND m.code = p.code AND ${metrics}
        ) AS m
      ) AS s
    ), gone AS (
      DELETE FROM like_gains g USING counted c
      WHERE g.posted_at = c.posted_at AND g.code = c.code AND c.gain_168 = 0
    )
    INSERT INTO like_gains (posted_at, code, ${sql.csv(columns.map((column) => sql`${sql(column)}`))})
    SELECT posted_at, code, ${sql.csv(columns.map((column) => sql`${sql(column)}`))} FROM counted WHERE gain_168 > 0
    ON CONFLICT (posted_at, code) DO UPDATE
      SET ${sql.csv(columns.map((column) => sql`${sql(column)} = excluded.${sql(column)}`))}`.unprepared

  /** Of posts that were observed again, or are in another language than before. */
  const keep = Effect.fnUntraced(function* (keys: ReadonlyArray<KeyRow>) {
    if (keys.length === 0) return
    const places = keys.map(({ code, posted_at }) => ({ code, postedAt: posted_at }))
    const between = postedBetween(
      sql,
      keys.map(({ posted_at }) => posted_at),
      "m"
    )
    yield* write(yield* firstKept, fromPostsAt(sql, places), between)
  })

  /** Of posts that are no longer stored. */
  const remove = (keys: ReadonlyArray<KeyRow>) =>
    keys.length === 0
      ? Effect.void
      : sql`
          DELETE FROM like_gains g USING ${recordset(sql, "n", keyColumns, keys)}
          WHERE g.posted_at = n.posted_at AND g.code = n.code`

  /**
   * Counts the posts of the newest quarter of an hour that is not counted. Returns whether there was none. Waits until no
   * writer is under way; those that begin now wait for it.
   */
  const recount = atomically(
    sql,
    Effect.gen(function* () {
      const [progress] = yield* sql<{ gainsFrom: number }>`SELECT gains_from FROM rollup_progress FOR UPDATE`
      const gainsFrom = progress?.gainsFrom ?? 0
      if (gainsFrom === 0) return true
      const until = slotStart(gainsFrom)
      const [row] = yield* sql<{ newest: Date | null }>`
        SELECT max(posted_at) AS newest FROM posts WHERE posted_at < ${until}`
      const newest = row?.newest ?? null
      const first = newest === null ? 0 : slotOf(newest)
      const from = slotStart(first)
      yield* sql`DELETE FROM like_gains WHERE posted_at >= ${from} AND posted_at < ${until}`
      yield* write(
        yield* firstKept,
        sql`FROM posts p WHERE p.posted_at >= ${from} AND p.posted_at < ${until}`,
        sql`m.posted_at >= ${from} AND m.posted_at < ${until}`
      )
      yield* sql`UPDATE rollup_progress SET gains_from = ${first}`
      return false
    })
  )

  /** Of posts that were not observed for so long that no board begins before. */
  const forgetOld = Effect.flatMap(firstKept, (first) =>
    inBatches(sql`
      DELETE FROM like_gains WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM like_gains g
        WHERE ${startOfPeriod(sql, 168, "g.observed_at")} < ${first} - interval '168 hours' AND g.gain_168 > 0
        LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
      )) RETURNING 1`)
  )

  return { keep, remove, recount, forgetOld }
}
