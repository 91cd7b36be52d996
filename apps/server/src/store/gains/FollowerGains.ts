/**
 * The followers that authors gained. Owns `follower_gains` and `follower_gains_progress`. Whoever writes an author or its
 * counts keeps its row in the same transaction. Nothing detects a write that did not, such as one of a process of an older
 * release, so passes over all authors find what is wrong.
 */
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { listed } from "../../database/client/Recordset.ts"
import { hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { firstKept, makeGains } from "./Gains.ts"

/** Of a pass, in one transaction: some tens of milliseconds. */
const authorsAtOnce = 500

interface Progress {
  /** The last author that the pass has counted; null between passes. */
  readonly countedTo: string | null
  readonly beganAt: Date
}

interface Row {
  readonly authorId: string
}

export const makeFollowerGains = (sql: SqlClient.SqlClient) => {
  const gains = makeGains(sql)

  /** Of the authors `a`. */
  const rowsOf = (authors: Statement.Fragment) =>
    Effect.map(firstKept, (first) => ({
      table: "follower_gains" as const,
      key: ["author_id"],
      more: [],
      counted: sql`
        SELECT a.author_id, a.observed_at, a.follower_count AS count FROM authors a
        WHERE ${authors} AND a.observed_at >= ${first}`,
      // Not the years before: from the last snapshot that a board can begin with.
      snapshots: sql`
        SELECT m.observed_at, m.follower_count AS count FROM author_metrics m
        WHERE m.author_id = c.author_id AND m.follower_count IS NOT NULL AND m.hour >= coalesce((
          SELECT max(e.hour) FROM author_metrics e
          WHERE e.author_id = c.author_id AND e.follower_count IS NOT NULL
            AND e.hour < c.observed_at - interval '170 hours'), '-infinity')`
    }))

  /** Of authors that were observed again. */
  const keep = (authorIds: ReadonlyArray<string>) =>
    authorIds.length === 0 ? Effect.void : Effect.flatMap(rowsOf(sql`a.author_id IN ${listed(authorIds)}`), gains.write)

  /** Of authors of whom something was deleted, or everything. */
  const renew = (authorIds: ReadonlyArray<string>) =>
    Effect.andThen(sql`DELETE FROM follower_gains WHERE author_id IN ${listed(authorIds)}`, keep(authorIds))

  /** Leaves out authors that are being written: their writer keeps their rows, or the next pass finds them. */
  const correct = Effect.fnUntraced(function* (authorIds: ReadonlyArray<string>) {
    yield* sql`
      DELETE FROM follower_gains g WHERE g.author_id IN ${listed(authorIds)}
        AND NOT EXISTS (SELECT FROM authors a WHERE a.author_id = g.author_id)`
    const locked = yield* sql<Row>`
      SELECT author_id FROM authors WHERE author_id IN ${listed(authorIds)} FOR UPDATE SKIP LOCKED`
    yield* renew(locked.map(({ authorId }) => authorId))
  })

  /**
   * Counts the next authors of a pass, which begins an hour after the last one began. Returns whether there is nothing to
   * do, or another process does it.
   */
  const recount = atomically(
    sql,
    Effect.gen(function* () {
      const at = yield* now
      const [progress] = yield* sql<Progress>`
        SELECT counted_to, began_at FROM follower_gains_progress FOR UPDATE SKIP LOCKED`
      if (progress === undefined) return true
      const { countedTo } = progress
      if (countedTo === null && progress.beganAt > plusMillis(at, -hourMillis)) return true
      const after = countedTo ?? ""
      const [end] = yield* sql<Row>`
        SELECT author_id FROM authors WHERE author_id > ${after} ORDER BY author_id OFFSET ${authorsAtOnce - 1} LIMIT 1`
      const last = end?.authorId ?? null
      const among = (authorId: Statement.Fragment) =>
        sql`${authorId} > ${after} AND ${last === null ? sql`true` : sql`${authorId} <= ${last}`}`
      const wrong = yield* gains.wrong<Row>(yield* rowsOf(among(sql`a.author_id`)), among(sql`g.author_id`))
      if (wrong.length > 0) yield* correct(wrong.map(({ authorId }) => authorId))
      yield* sql`
        UPDATE follower_gains_progress SET counted_to = ${last}, began_at = ${countedTo === null ? at : progress.beganAt}`
      return false
    })
  )

  return { keep, renew, recount }
}
