/** Whether an author is known: a source reported it, or one of its posts is stored. */
import { NotFound } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** Of an author that the caller named with `@`. */
export const namedWithoutSign = (username: string): string =>
  `No author is called \`${username}\`: authors are named without \`@\`, so try \`${username.slice(1)}\`.`

/** A notice for each of these authors who is named with `@`. */
export const namesWithSign = (notFound: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from(new Set(notFound.filter((username) => username.startsWith("@"))), namedWithoutSign)

/** Fails with a 404 for an unknown author in a path; a known author without data is not an error (decisions, section 9). */
export const requireAuthor = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, username: string) {
  const reported = yield* sql`SELECT FROM authors WHERE username = ${username}`.pipe(Effect.orDie)
  if (reported.length > 0) return
  const posts = yield* sql`SELECT FROM posts WHERE username = ${username} LIMIT 1`.pipe(Effect.orDie)
  if (posts.length === 0) {
    const detail = username.startsWith("@")
      ? namedWithoutSign(username)
      : `No author ${username} is known. Names are case-sensitive.`
    return yield* new NotFound({ detail })
  }
})
