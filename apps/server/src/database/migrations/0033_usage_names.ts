import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owner: `credits/`. What the filters of the usage screen look for among millions of entries:
 *
 * - `usage_entries_names`: the entries of a source and API type, newest first, and which of them occur at all.
 * - `usage_entries_requests`: the request ids that clients chose. Ours say when the request was and need no index, so the
 *   entries of most calls are not in it.
 *
 * The months to come get both when they are attached.
 */
export const usageNames = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE INDEX usage_entries_names ON usage_entries (account_id, source, api_type, time, id)`
  yield* sql`
    CREATE INDEX usage_entries_requests ON usage_entries (account_id, request_id)
    WHERE request_id !~ '^req_[0-7][0-9A-HJKMNP-TV-Z]{25}$'`
})
