import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `posts/`. A chain walks from one reply to the next, also among thousands of the same second. The old index goes
 * last, because from then on readers wait for the end of the migration.
 */
export const replyOrder = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX replies_order ON replies (reply_to, posted_at, code)`
  yield* sql`DROP INDEX replies_parent`
})
