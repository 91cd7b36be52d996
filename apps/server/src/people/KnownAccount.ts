/** Which accounts of the network are known: a source told of them, or a post of theirs is stored. */
import { NotFound } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** An unknown account in a path is a 404; a known one without what is asked for is not (decisions, section 9). */
export const requireAccount = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, username: string) {
  const known = yield* sql`
    SELECT FROM authors WHERE username = ${username}
    UNION ALL SELECT FROM posts WHERE username = ${username}
    LIMIT 1`.pipe(Effect.orDie)
  if (known.length === 0) {
    return yield* new NotFound({ detail: `No account ${username} is known here; names are told apart by case.` })
  }
})
