/** Which authors have stored posts. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Recordset.ts"

/** A statement of its own, because on Citus a condition on another table cannot ask for posts. */
export const authorsWithPosts = (sql: SqlClient.SqlClient, authorIds: ReadonlyArray<string>) =>
  authorIds.length === 0
    ? Effect.succeed<ReadonlySet<string>>(new Set())
    : Effect.map(
        sql<{ authorId: string }>`SELECT DISTINCT p.author_id FROM posts p WHERE p.author_id IN ${listed(authorIds)}`
          .unprepared,
        (rows): ReadonlySet<string> => new Set(rows.map(({ authorId }) => authorId))
      )
