/**
 * Forgetting posts past retention with all that is stored about them, some at a time: codes and edges are locked as
 * `PostRows.ts` does, in their order, and other writers wait no longer than for a few.
 */
import { Effect, Option, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { listed } from "../../database/client/Listed.ts"
import type { PostKey } from "../posts/PostsByCode.ts"

/** In one transaction. */
const atOnce = 1_000

/** Before every key. */
const first: PostKey = { postedAt: new Date(-1), code: "" }

export const makePostRetention = (sql: SqlClient.SqlClient) => {
  const page = (table: string, until: Date, after: PostKey) =>
    sql<PostKey>`
      SELECT p.posted_at, p.code FROM ${sql(table)} p
      WHERE p.posted_at >= ${after.postedAt} AND (p.posted_at, p.code) > (${after.postedAt}, ${after.code})
        AND p.posted_at < ${until}
      ORDER BY p.posted_at, p.code LIMIT ${atOnce}`

  const forget = Effect.fnUntraced(function* (tables: ReadonlyArray<string>, keys: ReadonlyArray<PostKey>) {
    const codes = listed(
      sql,
      keys.map(({ code }) => code)
    )
    yield* sql`SELECT 1 FROM post_codes WHERE code IN ${codes} ORDER BY code FOR UPDATE`
    yield* sql`SELECT 1 FROM replies WHERE code IN ${codes} ORDER BY code FOR UPDATE`
    // A deletion heard of meanwhile found the post in no partition; it is remembered as long as any other.
    yield* sql`DELETE FROM post_codes WHERE code IN ${codes} AND deleted_at IS NULL`
    yield* sql`DELETE FROM replies WHERE code IN ${codes}`
    const rows = JSON.stringify(keys.map(({ code, postedAt }) => ({ code, posted_at: postedAt })))
    for (const table of tables) {
      yield* sql`
        DELETE FROM ${sql(table)} p USING json_to_recordset(${rows}::json) AS n (code text, posted_at timestamptz)
        WHERE p.posted_at = n.posted_at AND p.code = n.code`
    }
  })

  /** The posts of the first of these tables that were posted before `until`; the others have rows of the same keys. */
  const posts = (tables: readonly [string, ...ReadonlyArray<string>], until: Date) =>
    Stream.paginate(first, (after) =>
      atomically(
        sql,
        Effect.gen(function* () {
          const keys = yield* page(tables[0], until, after)
          if (keys.length > 0) yield* forget(tables, keys)
          return [[], keys.length < atOnce ? Option.none() : Option.fromNullishOr(keys.at(-1))] as const
        })
      )
    ).pipe(Stream.runDrain)

  /** Codes that were deleted before `until`: nobody tells of them any more. */
  const deletions = (until: Date) =>
    Stream.paginate(undefined, () =>
      sql`
        WITH gone AS (
          SELECT code FROM post_codes WHERE deleted_at < ${until} ORDER BY code LIMIT ${atOnce} FOR UPDATE
        ) DELETE FROM post_codes c USING gone WHERE c.code = gone.code RETURNING 1`.pipe(
        Effect.map((rows) => [[], rows.length < atOnce ? Option.none() : Option.some(undefined)] as const),
        Effect.orDie
      )
    ).pipe(Stream.runDrain)

  return { posts, deletions }
}
