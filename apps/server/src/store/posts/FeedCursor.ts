/**
 * A position in the change feed. Only the feed reads what is in it: the origin, which is the database cluster and its
 * timeline, and a transaction id. In a restored backup, ids begin again at an earlier number under another origin, so that
 * a cursor from before says nothing about its changes.
 */
import { Schema } from "effect"
import type { SqlClient } from "effect/sql"

export const FeedCursor = Schema.String.pipe(Schema.brand("FeedCursor"))
export type FeedCursor = typeof FeedCursor.Type

const separator = "/"

/** The position of the oldest transaction that is still running; an expression for `SELECT`. */
export const currentCursor = (sql: SqlClient.SqlClient) => sql`
  concat_ws(${separator}, (SELECT system_identifier FROM pg_control_system()),
    substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8), pg_snapshot_xmin(pg_current_snapshot()))`

const partsOf = (cursor: FeedCursor) => {
  const at = cursor.lastIndexOf(separator)
  return { origin: cursor.slice(0, at), transaction: cursor.slice(at + 1) }
}

/** Whether the numbers of their transactions can be compared. */
export const haveOneOrigin = (one: FeedCursor, other: FeedCursor): boolean =>
  partsOf(one).origin === partsOf(other).origin

export const transactionOf = (cursor: FeedCursor): string => partsOf(cursor).transaction
