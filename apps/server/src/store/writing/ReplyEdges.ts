/** Keeps the table `replies` in step with the posts that are replied to; `PostRows.ts` says in which order rows are locked. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { listed, recordset } from "../../database/client/Recordset.ts"

/** A reply and the author it replies to; null while the parent post is not stored. */
interface ReplyEdge {
  readonly code: string
  readonly reply_to_author_id: string | null
}

export const makeReplyEdges = (sql: SqlClient.SqlClient) => {
  /**
   * Locks the edges to created and deleted posts, and those from deleted posts. Returns the edges to created and deleted
   * posts with their new target. Misses a reply that another transaction is writing; `PostMaintenance` repairs its edge.
   *
   * `createdAuthors` maps the code of each created post to its author.
   */
  const lock = Effect.fnUntraced(function* (
    createdAuthors: ReadonlyMap<string, string>,
    deletedCodes: ReadonlySet<string>
  ) {
    if (createdAuthors.size === 0 && deletedCodes.size === 0) return []
    const found = yield* sql<{ code: string; replyTo: string }>`
      SELECT r.code, r.reply_to FROM replies r
      WHERE r.code IN (
        SELECT a.code FROM replies a WHERE a.reply_to IN ${listed([...createdAuthors.keys(), ...deletedCodes])}
        UNION SELECT json_array_elements_text(${JSON.stringify([...deletedCodes])}::json) COLLATE "C"
      )
      ORDER BY r.code FOR UPDATE OF r`.unprepared
    return found
      .filter(
        ({ code, replyTo }) => !deletedCodes.has(code) && (createdAuthors.has(replyTo) || deletedCodes.has(replyTo))
      )
      .map(({ code, replyTo }): ReplyEdge => ({ code, reply_to_author_id: createdAuthors.get(replyTo) ?? null }))
  })

  const update = (edges: ReadonlyArray<ReplyEdge>) =>
    sql`
    UPDATE replies r SET reply_to_author_id = n.reply_to_author_id
    FROM ${recordset(sql, "n", { code: "text", reply_to_author_id: "text" }, edges)} WHERE r.code = n.code`.unprepared

  return { lock, update }
}
