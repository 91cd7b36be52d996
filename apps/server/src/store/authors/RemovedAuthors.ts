/** Authors who are gone: what was observed of them before is ignored, in whatever order it comes. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { listed, recordset } from "../../database/client/Recordset.ts"
import { makeFollowerGains } from "../gains/FollowerGains.ts"
import { makeNameRows } from "./NameRows.ts"
import { nameKey } from "./NameState.ts"

/** An account that was gone at a time, and may have come back since. */
export interface GoneAuthor {
  readonly authorId: string
  readonly at: Date
}

/** Must differ from the service's other advisory lock keys. */
const removalLock = 7_034_022

const goneColumns = { authorId: "text", nameKey: "text", at: "timestamptz" } as const

export const makeRemovedAuthors = (sql: SqlClient.SqlClient) => {
  const names = makeNameRows(sql)
  const gains = makeFollowerGains(sql)

  /** When each of these was removed, if ever. Until the end of the transaction, nobody else is. */
  const among = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    yield* sql`SELECT 1 FROM pg_advisory_xact_lock_shared(${removalLock}::bigint)`
    const rows = yield* sql<{ authorId: string; removedAt: Date }>`
      SELECT author_id, removed_at FROM author_names WHERE author_id IN ${listed(ids)} AND removed_at IS NOT NULL`
      .unprepared
    return new Map(rows.map(({ authorId, removedAt }) => [authorId, removedAt]))
  })

  /**
   * Needs a transaction. Waits for the batches that are being stored, and deletes everything of these authors but their
   * posts, as far as it was observed before they were gone.
   */
  const mark = Effect.fnUntraced(function* (gone: ReadonlyArray<GoneAuthor>) {
    yield* names.lock
    yield* sql`SELECT 1 FROM pg_advisory_xact_lock(${removalLock}::bigint)`
    const rows = gone.map((one) => ({ ...one, nameKey: nameKey(one.authorId) }))
    const n = recordset(sql, "n", goneColumns, rows)
    yield* sql`
      INSERT INTO author_names AS a (author_id, name_key, removed_at) SELECT n.author_id, n.name_key, n.at FROM ${n}
      ON CONFLICT (author_id) DO UPDATE SET removed_at = greatest(a.removed_at, excluded.removed_at)`
    yield* sql`
      UPDATE author_names a SET username = NULL, name_key = n.name_key, named_at = NULL, observed_at = NULL
      FROM ${n} WHERE a.author_id = n.author_id AND a.observed_at <= a.removed_at`
    yield* sql`DELETE FROM former_names f USING ${n} WHERE f.author_id = n.author_id AND f.held_until <= n.at`
    yield* sql`DELETE FROM authors a USING ${n} WHERE a.author_id = n.author_id AND a.observed_at <= n.at`
    yield* sql`DELETE FROM author_metrics m USING ${n} WHERE m.author_id = n.author_id AND m.observed_at <= n.at`
    yield* gains.renew(gone.map(({ authorId }) => authorId))
    yield* sql`DELETE FROM network_checks c USING ${n} WHERE c.kind = 'author' AND c.name = n.author_id`
  })

  return { among, mark }
}
