/** The followers that authors gained. Owns `follower_gains`; whoever writes an author or its counts keeps its row. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Recordset.ts"
import { firstKept, makeGains } from "./Gains.ts"

export const makeFollowerGains = (sql: SqlClient.SqlClient) => {
  const gains = makeGains(sql)

  /** Of authors that were observed again, or of whom counts were deleted. */
  const keep = (authorIds: ReadonlyArray<string>) =>
    Effect.flatMap(firstKept, (first) =>
      gains.write({
        table: "follower_gains",
        key: ["author_id"],
        more: [],
        counted: sql`
          SELECT a.author_id, a.observed_at, a.follower_count AS count FROM authors a
          WHERE a.author_id IN ${listed(authorIds)} AND a.observed_at >= ${first}`,
        snapshots: sql`
          SELECT m.observed_at, m.follower_count AS count FROM author_metrics m
          WHERE m.author_id = c.author_id AND m.follower_count IS NOT NULL`
      })
    )

  const remove = (authorIds: ReadonlyArray<string>) =>
    sql`DELETE FROM follower_gains WHERE author_id IN ${listed(authorIds)}`

  return { keep, remove, forgetOld: gains.forgetOld("follower_gains") }
}
