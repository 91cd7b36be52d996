/** The statements that read `usage_entries`, for pages and for exports alike: newest first, by account, filtered. */
import type { AccountId, HistoryFilter, UsageEntry, UsageEntryId } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { unixSeconds } from "../../runtime/Time.ts"

interface EntryRow extends Omit<UsageEntry, "time" | "api_type" | "request_id"> {
  readonly time: Date
  readonly apiType: string
  readonly requestId: string | null
}

/** Built once by `Usage`, its only user. */
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

  const columns = sql`id, time, cost, source, parameters, api_type, request_id`
  const toEntry = ({ time, apiType, requestId, ...row }: EntryRow): UsageEntry => ({
    ...row,
    time: unixSeconds(time),
    api_type: apiType,
    request_id: requestId
  })

  const count = (accountId: AccountId, filter: HistoryFilter) =>
    Effect.map(
      sql<{ total: number }>`SELECT count(*) AS total FROM usage_entries WHERE ${filtered(accountId, filter)}`,
      ([row]) => row?.total ?? 0
    )

  const page = (accountId: AccountId, filter: HistoryFilter, limit: number, offset: number) =>
    Effect.map(
      sql<EntryRow>`
        SELECT ${columns} FROM usage_entries WHERE ${filtered(accountId, filter)}
        ORDER BY time DESC, id DESC LIMIT ${limit} OFFSET ${offset}`,
      (rows) => rows.map(toEntry)
    )

  /** As many entries as `limit` that are older than the one with this id, or the newest. */
  const olderThan = (accountId: AccountId, filter: HistoryFilter, limit: number, id: UsageEntryId | null) =>
    Effect.map(
      sql<EntryRow>`
        SELECT ${columns} FROM usage_entries
        WHERE ${sql.and([
          filtered(accountId, filter),
          // The row's own time, to the microsecond: a time that went through JavaScript is cut to milliseconds.
          ...(id === null
            ? []
            : [sql`(time, id) < (SELECT time, id FROM usage_entries WHERE account_id = ${accountId} AND id = ${id})`])
        ])}
        ORDER BY time DESC, id DESC LIMIT ${limit}`,
      (rows) => rows.map(toEntry)
    )

  return { count, page, olderThan }
}
