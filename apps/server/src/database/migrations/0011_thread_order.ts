import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Owner: `posts/`. A chain asks for the oldest replies to a post, however many there are. */
export const threadOrder = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX replies_parent`
  yield* sql`CREATE INDEX replies_parent ON replies (reply_to, posted_at)`
})
