/**
 * Deletes posts past retention, and everything stored about them, in batches that keep other writers' waits short. Locks
 * codes and edges in the order that `PostRows.ts` describes.
 */
import { Effect, Option, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { listed } from "../../database/client/Recordset.ts"
import { dayMillis, dayOf, plusMillis } from "../../runtime/Time.ts"
import type { PostKey } from "./PostsByCode.ts"

/** Posts per transaction. */
const batchSize = 1_000

/** Sorts before every key. */
const firstKey: PostKey = { postedAt: new Date(-1), code: "" }

export const makePostRetention = (sql: SqlClient.SqlClient) => {
  const page = (table: string, until: Date, after: PostKey) =>
    sql<PostKey>`
      SELECT p.posted_at, p.code FROM ${sql(table)} p
      WHERE p.posted_at >= ${after.postedAt} AND (p.posted_at, p.code) > (${after.postedAt}, ${after.code})
        AND p.posted_at < ${until}
      ORDER BY p.posted_at, p.code LIMIT ${batchSize}`

  const deleteBatch = Effect.fnUntraced(function* (tables: ReadonlyArray<string>, keys: ReadonlyArray<PostKey>) {
    const codes = listed(
      sql,
      keys.map(({ code }) => code)
    )
    yield* sql`SELECT 1 FROM post_codes WHERE code IN ${codes} ORDER BY code FOR UPDATE`
    yield* sql`SELECT 1 FROM replies WHERE code IN ${codes} ORDER BY code FOR UPDATE`
    // A deletion that arrived after the partition was detached keeps its row, like any other deletion.
    yield* sql`DELETE FROM post_codes WHERE code IN ${codes} AND deleted_at IS NULL`
    yield* sql`DELETE FROM replies WHERE code IN ${codes}`
    const rows = JSON.stringify(keys.map(({ code, postedAt }) => ({ code, posted_at: postedAt })))
    for (const table of tables) {
      yield* sql`
        DELETE FROM ${sql(table)} p USING json_to_recordset(${rows}::json) AS n (code text, posted_at timestamptz)
        WHERE p.posted_at = n.posted_at AND p.code = n.code`
    }
  })

  /** Deletes the posts of the first table that are older than `until`, and the rows of the same keys in the others. */
  const deletePosts = (tables: readonly [string, ...ReadonlyArray<string>], until: Date) =>
    Stream.paginate(firstKey, (after) =>
      atomically(
        sql,
        Effect.gen(function* () {
          const keys = yield* page(tables[0], until, after)
          if (keys.length > 0) yield* deleteBatch(tables, keys)
          return [[], keys.length < batchSize ? Option.none() : Option.fromNullishOr(keys.at(-1))] as const
        })
      )
    ).pipe(Stream.runDrain)

  /** Deletes the record of deletions before `until`; sources no longer report such posts. */
  const deleteTombstones = (until: Date) =>
    Stream.paginate(undefined, () =>
      sql`
        WITH expired AS (
          SELECT code FROM post_codes WHERE deleted_at < ${until} ORDER BY code LIMIT ${batchSize} FOR UPDATE
        ) DELETE FROM post_codes c USING expired WHERE c.code = expired.code RETURNING 1`.pipe(
        Effect.map((rows) => [[], rows.length < batchSize ? Option.none() : Option.some(undefined)] as const),
        Effect.orDie
      )
    ).pipe(Stream.runDrain)

  return { deletePosts, deleteTombstones }
}

/** More than 90, so that 90 days are always complete (decisions, section 9). */
export const retentionDays = 92

/** The first day within retention. */
export const firstRetainedDay = (time: Date): number => dayOf(plusMillis(time, -retentionDays * dayMillis))
