/**
 * The likes that posts gained. Owns `like_gains`. The writer of a post keeps its row in the same transaction; after a write
 * that did not, a task counts all posts again.
 */
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { recordset } from "../../database/client/Recordset.ts"
import { keyColumns, type KeyRow } from "../posts/PostColumns.ts"
import { fromPostsAt, postedBetween } from "../posts/PostsByCode.ts"
import { slotOf, slotStart } from "../posts/PostVersion.ts"
import { firstKept, makeGains } from "./Gains.ts"

export const makeLikeGains = (sql: SqlClient.SqlClient) => {
  const gains = makeGains(sql)

  /** Of the posts `p`, whose snapshots `m` are in the partitions of `metrics`. */
  const write = (posts: Statement.Fragment, metrics: Statement.Fragment) =>
    Effect.flatMap(firstKept, (first) =>
      gains.write({
        table: "like_gains",
        key: ["posted_at", "code"],
        more: ["language"],
        counted: sql`
          SELECT p.posted_at, p.code, p.language, p.observed_at, p.like_count AS count ${posts} AND p.observed_at >= ${first}`,
        snapshots: sql`
          SELECT m.observed_at, m.like_count AS count FROM post_metrics m
          WHERE m.posted_at = c.posted_at AND m.code = c.code AND ${metrics}`
      })
    )

  /** Of posts that were observed again, or are in another language than before. */
  const keep = (keys: ReadonlyArray<KeyRow>) => {
    if (keys.length === 0) return Effect.void
    const places = keys.map(({ code, posted_at }) => ({ code, postedAt: posted_at }))
    const times = keys.map(({ posted_at }) => posted_at)
    return write(fromPostsAt(sql, places), postedBetween(sql, times, "m"))
  }

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
        sql`FROM posts p WHERE p.posted_at >= ${from} AND p.posted_at < ${until}`,
        sql`m.posted_at >= ${from} AND m.posted_at < ${until}`
      )
      yield* sql`UPDATE rollup_progress SET gains_from = ${first}`
      return false
    })
  )

  return { keep, remove, recount, forgetOld: gains.forgetOld("like_gains") }
}
