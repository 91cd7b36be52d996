/** Everything ingest leaves behind, as rows, so that two ways of writing the same can be compared. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const storedState = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Without `changed_in`: the transaction is all that may differ.
  const posts = yield* sql`
    SELECT code, source, url, caption, token_text, language, username, posted_at, is_reply, reply_to, like_count,
      reply_count, repost_count, reshare_count, impression_count, media_url, observed_at
    FROM posts ORDER BY code`
  const deleted = yield* sql`SELECT code FROM deleted_posts ORDER BY code`
  const authors = yield* sql`SELECT * FROM authors ORDER BY username`
  return { posts, deleted, authors }
})

export const forgetAll = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`TRUNCATE posts, deleted_posts, authors`)
