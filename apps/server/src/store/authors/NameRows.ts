/** The statements on `author_names` and `former_names`. Whoever changes them holds `lock`. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { listed, recordset } from "../../database/client/Recordset.ts"
import { authorsWithPosts } from "./AuthorsWithPosts.ts"
import { type FormerName, type Label, type NameChanges, nameKey, type StoredNames } from "./NameState.ts"

/** Must differ from the service's other advisory lock keys. */
const namesLock = 7_034_021

const labelColumns = {
  authorId: "text",
  username: "text",
  nameKey: "text",
  namedAt: "timestamptz",
  observedAt: "timestamptz"
} as const

const formerColumns = {
  username: "text",
  authorId: "text",
  nameKey: "text",
  heldFrom: "timestamptz",
  heldUntil: "timestamptz"
} as const

export const makeNameRows = (sql: SqlClient.SqlClient) => {
  /** Until the end of the transaction. Nobody who holds it waits for a batch that is being stored. */
  const lock = sql`SELECT 1 FROM pg_advisory_xact_lock(${namesLock}::bigint)`

  /** The labels of these authors, and of those who have these names. */
  const labels = (ids: ReadonlyArray<string>, usernames: ReadonlyArray<string>) =>
    sql<Label>`
      SELECT author_id, username, named_at, observed_at, removed_at FROM author_names WHERE author_id IN ${listed(ids)}
      ${
        usernames.length === 0
          ? sql.literal("")
          : sql`UNION SELECT author_id, username, named_at, observed_at, removed_at FROM author_names
              WHERE username IN ${listed(usernames)}`
      }`.unprepared

  const read = Effect.fnUntraced(function* (ids: ReadonlyArray<string>, usernames: ReadonlyArray<string>) {
    const formerNames =
      usernames.length === 0
        ? []
        : yield* sql<FormerName>`
            SELECT username, author_id, held_from, held_until FROM former_names WHERE username IN ${listed(usernames)}`
            .unprepared
    return { labels: yield* labels(ids, usernames), formerNames } satisfies StoredNames
  })

  /** `stored` is what `read` returned. */
  const write = Effect.fnUntraced(function* (
    stored: StoredNames,
    { labels: changed, formerNames: former }: NameChanges
  ) {
    const rows = changed.map((label) => ({ ...label, nameKey: nameKey(label.username ?? label.authorId) }))
    const before = new Map(stored.labels.map(({ authorId, username }) => [authorId, username]))
    // A name is free before another author takes it.
    const losing = rows.filter(({ authorId, username }) => (before.get(authorId) ?? username) !== username)
    if (losing.length > 0) {
      yield* sql`
        UPDATE author_names a SET username = NULL FROM ${recordset(sql, "n", labelColumns, losing)}
        WHERE a.author_id = n.author_id AND a.username IS DISTINCT FROM n.username AND a.username IS NOT NULL`
        .unprepared
    }
    if (rows.length > 0) {
      yield* sql`
        INSERT INTO author_names AS a (author_id, username, name_key, named_at, observed_at)
        SELECT n.author_id, n.username, n.name_key, n.named_at, n.observed_at
        FROM ${recordset(sql, "n", labelColumns, rows)}
        ON CONFLICT (author_id) DO UPDATE SET username = excluded.username, name_key = excluded.name_key,
          named_at = excluded.named_at, observed_at = excluded.observed_at`
    }
    if (former.length === 0) return
    yield* sql`
      INSERT INTO former_names AS f (username, author_id, name_key, held_from, held_until)
      SELECT n.username, n.author_id, n.name_key, n.held_from, n.held_until
      FROM ${recordset(
        sql,
        "n",
        formerColumns,
        former.map((one) => ({ ...one, nameKey: nameKey(one.username) }))
      )}
      ON CONFLICT (username, author_id) DO UPDATE
        SET held_from = least(f.held_from, excluded.held_from), held_until = greatest(f.held_until, excluded.held_until)`
  })

  /** Removed authors of whom something was stored since keep their row. */
  const forgetBefore = Effect.fnUntraced(function* (time: Date) {
    yield* sql`DELETE FROM former_names WHERE held_until < ${time}`
    const removed = yield* sql<{ authorId: string }>`
      SELECT n.author_id FROM author_names n WHERE n.removed_at < ${time} AND n.observed_at IS NULL
        AND NOT EXISTS (SELECT FROM authors a WHERE a.author_id = n.author_id) FOR UPDATE`
    const ids = removed.map(({ authorId }) => authorId)
    const posting = yield* authorsWithPosts(sql, ids)
    yield* sql`DELETE FROM author_names WHERE author_id IN ${listed(ids.filter((id) => !posting.has(id)))}`
  })

  return { lock, labels, read, write, forgetBefore }
}
