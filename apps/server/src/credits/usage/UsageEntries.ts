/** The statements that read `usage_entries` for pages and exports: one account's, filtered, newest first. */
import type { AccountId, HistoryFilter, UsageEntry } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { unixSeconds } from "../../runtime/Time.ts"
import type { Position } from "./HistoryAnchor.ts"

/** Entries from this place on, or only those below it; null for all. */
export type Range = { readonly from: Position } | { readonly below: Position } | null

/** An entry with its place in the order of the history. */
export interface PlacedEntry {
  readonly entry: UsageEntry
  readonly position: Position
}

interface EntryRow extends Omit<UsageEntry, "time" | "api_type" | "request_id"> {
  readonly time: Date
  readonly apiType: string
  readonly requestId: string | null
  readonly micros: number
}

export const makeUsageEntries = (sql: SqlClient.SqlClient) => {
  const filtered = (accountId: AccountId, filter: HistoryFilter) =>
    sql.and([
      sql`account_id = ${accountId}`,
      ...(filter.api_type === undefined ? [] : [sql`api_type = ${filter.api_type}`]),
      ...(filter.source === undefined ? [] : [sql`source = ${filter.source}`]),
      ...(filter.key_id === undefined ? [] : [sql`key_id = ${filter.key_id}`]),
      ...(filter.from === undefined ? [] : [sql`time >= ${new Date(filter.from * 1000)}`]),
      ...(filter.to === undefined ? [] : [sql`time < ${new Date(filter.to * 1000)}`])
    ])

  // The row's own time has microseconds; a JavaScript date would truncate it to milliseconds.
  const columns = sql`
    id, time, cost, source, parameters, api_type, request_id, (extract(epoch FROM time) * 1000000)::bigint AS micros`
  const toPlaced = ({ time, apiType, requestId, micros, ...row }: EntryRow): PlacedEntry => ({
    entry: { ...row, time: unixSeconds(time), api_type: apiType, request_id: requestId },
    position: [micros, row.id]
  })

  const within = (range: Range) => {
    if (range === null) return []
    const [micros, id] = "from" in range ? range.from : range.below
    const operator = sql.literal("from" in range ? "<=" : "<")
    return [sql`(time, id) ${operator} (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id})`]
  }

  const count = (accountId: AccountId, filter: HistoryFilter, range: Range) =>
    Effect.map(
      sql<{ total: number }>`
        SELECT count(*) AS total FROM usage_entries WHERE ${sql.and([filtered(accountId, filter), ...within(range)])}`,
      ([row]) => row?.total ?? 0
    )

  const page = (
    accountId: AccountId,
    filter: HistoryFilter,
    range: Range,
    limit: number,
    offset: number,
    further: ReadonlyArray<Statement.Fragment> = []
  ) =>
    Effect.map(
      sql<EntryRow>`
        SELECT ${columns} FROM usage_entries
        WHERE ${sql.and([filtered(accountId, filter), ...within(range), ...further])}
        ORDER BY time DESC, id DESC LIMIT ${limit} OFFSET ${offset}`,
      (rows) => rows.map(toPlaced)
    )

  return { count, page }
}
