/** Which accounts of the network are known: a source told of them, or a post of theirs is stored. */
import { NotFound } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** An unknown account in a path is a 404; a known one without what is asked for is not (decisions, section 9). */
export const requireAccount = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, username: string) {
  const told = yield* sql`SELECT FROM authors WHERE username = ${username}`.pipe(Effect.orDie)
  if (told.length > 0) return
  const wrote = yield* sql`SELECT FROM posts WHERE username = ${username} LIMIT 1`.pipe(Effect.orDie)
  if (wrote.length === 0) {
    return yield* new NotFound({ detail: `No account ${username} is known here; names are told apart by case.` })
  }
})
