import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Owner: `posts/`. A chain asks level by level for the replies of posts, the questions about people for their posts. */
export const replyIndex = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX posts_replies ON posts (reply_to) WHERE reply_to IS NOT NULL`
  yield* sql`CREATE INDEX posts_author ON posts (username, posted_at)`
})
