import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `store/posts`. Most Chinese keywords are written alike in both scripts, and where Traditional Chinese prevails,
 * the index of all terms finds 50 posts of it for each one in Simplified Chinese. This index holds the terms of the latter
 * alone; it takes space only for them.
 */
export const simplifiedTerms = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX posts_simplified_terms ON posts USING gin (terms) WHERE language = 'zh-Hans'`
})
