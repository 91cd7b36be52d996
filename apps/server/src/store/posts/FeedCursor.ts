/**
 * A position in the change feed. Only the feed reads what is in it: the origin, which is the database cluster and its
 * timeline, and a transaction id. In a restored backup, ids begin again at an earlier number under another origin, so that
 * a cursor from before says nothing about its changes.
 */
import { Option, Schema } from "effect"
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

/** The transaction from which changes must be read; none if the cursor is of another origin than the current one. */
export const transactionOf = (cursor: FeedCursor, current: FeedCursor): Option.Option<string> => {
  const { origin, transaction } = partsOf(cursor)
  return origin === partsOf(current).origin ? Option.some(transaction) : Option.none()
}
