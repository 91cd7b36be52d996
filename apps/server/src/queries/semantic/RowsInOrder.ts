/** The rows of posts that an engine found, in its order. */
import { Array, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { fromPostsAt } from "../../store/posts/PostsByCode.ts"
import { postColumns, type PostRow } from "../../store/posts/PostRow.ts"
import type { Near } from "./Engine.ts"

/** Few enough for a short statement. */
const rowsOfStatement = 500

/** Omits posts that were deleted in the meantime and those that do not meet the condition, which names the post `p`. */
export const rowsInOrder = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  posts: ReadonlyArray<Near>,
  condition: Statement.Fragment
) {
  // By time, so that a statement reads few partitions.
  const byTime = posts.toSorted((one, other) => one.postedAt.getTime() - other.postedAt.getTime())
  const read = yield* Effect.forEach(
    Array.chunksOf(byTime, rowsOfStatement),
    (keys) => sql<PostRow>`SELECT ${sql.literal(postColumns)} ${fromPostsAt(sql, keys)} AND ${condition}`.unprepared
  ).pipe(Effect.orDie)
  const rows = new Map(read.flat().map((row) => [row.code, row]))
  return posts.flatMap((near) => {
    const row = rows.get(near.code)
    return row === undefined ? [] : [{ near, row }]
  })
})
