/** How far the library is (the table `library_progress`, a single row). */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { FeedCursor } from "../posts/FeedCursor.ts"

interface Progress {
  /** The changes before it are in the library. */
  readonly cursor: FeedCursor | null
  /** When the cursor was read. */
  readonly cursorAt: Date | null
  /** When all rows were last compared with the stored posts. */
  readonly refreshedAt: Date | null
  /** A pass over all posts continues before this time; null while there is none. */
  readonly passUntil: Date | null
}

const none: Progress = { cursor: null, cursorAt: null, refreshedAt: null, passUntil: null }

export const makeLibraryProgress = (sql: SqlClient.SqlClient) => ({
  read: Effect.map(
    sql<Progress>`SELECT cursor, cursor_at, refreshed_at, pass_until FROM library_progress`,
    ([progress]) => progress ?? none
  ),
  setCursor: (cursor: FeedCursor, at: Date) => sql`UPDATE library_progress SET cursor = ${cursor}, cursor_at = ${at}`,
  setRefreshed: (at: Date) => sql`UPDATE library_progress SET refreshed_at = ${at}`,
  setPass: (until: Date | null) => sql`UPDATE library_progress SET pass_until = ${until}`
})
