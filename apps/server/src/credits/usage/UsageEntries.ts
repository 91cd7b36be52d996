/**
 * The statements that read `usage_entries` for pages and exports: one account's, filtered, newest first.
 *
 * Old entries are read as sums by day, whether or not they have been rolled up already. So nobody who pages through the
 * history, or exports it, gets a part of a day's entries and then their sum as well.
 */
import type { AccountId, HistoryFilter, UsageEntry } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { dayMillis, dayOf, startOf, unixSeconds } from "../../runtime/Time.ts"
import type { Position } from "./HistoryAnchor.ts"
import { sumPrefix, sumsEnd } from "./UsageBorder.ts"

/** Entries from this place on, or only those below it; null for all. */
export type Range = { readonly from: Position } | { readonly below: Position } | null

/** What a reader asks for. */
export interface Wanted {
  readonly accountId: AccountId
  readonly filter: HistoryFilter
  /** Entries with ids below this one are read as sums: they are rolled up, or may be while somebody reads. */
  readonly summedBefore: string
  /** Further conditions, which hold for all entries of a sum or for none. */
  readonly conditions?: ReadonlyArray<Statement.Fragment>
  /** Only the entry of this call; sums have none. */
  readonly requestId?: string | undefined
}

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
  const chosen = ({ accountId, filter, conditions = [] }: Wanted) => [
    ...conditions,
    sql`account_id = ${accountId}`,
    ...(filter.api_type === undefined ? [] : [sql`api_type = ${filter.api_type}`]),
    ...(filter.source === undefined ? [] : [sql`source = ${filter.source}`]),
    ...(filter.key_id === undefined ? [] : [sql`key_id = ${filter.key_id}`])
  ]

  const between = ({ from, to }: HistoryFilter) => [
    ...(from === undefined ? [] : [sql`time >= ${new Date(from * 1000)}`]),
    ...(to === undefined ? [] : [sql`time < ${new Date(to * 1000)}`])
  ]

  const within = (range: Range) => {
    if (range === null) return []
    const [micros, id] = "from" in range ? range.from : range.below
    const operator = sql.literal("from" in range ? "<=" : "<")
    return [sql`(time, id) ${operator} (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id})`]
  }

  const ofRequest = ({ requestId }: Wanted) => (requestId === undefined ? [] : [sql`request_id = ${requestId}`])

  const single = (wanted: Wanted, range: Range) => sql`
    SELECT id, time, cost, source, parameters, api_type, request_id FROM usage_entries
    WHERE ${sql.and([...chosen(wanted), ...ofRequest(wanted), ...between(wanted.filter), ...within(range)])}
      AND id >= ${wanted.summedBefore} AND NOT (id >= ${sumPrefix} AND id < ${sumsEnd})`

  const isSummed = ({ summedBefore }: Wanted) => sql`(id < ${summedBefore} OR id >= ${sumPrefix} AND id < ${sumsEnd})`

  /** The end of the days that the filter and the range can have lines of: nothing later needs to be summed up. */
  const latest = ({ to }: HistoryFilter, range: Range) => {
    const micros = range === null ? [] : ["from" in range ? range.from[0] : range.below[0]]
    const times = [...(to === undefined ? [] : [to * 1000]), ...micros.map((one) => Math.ceil(one / 1000))]
    if (times.length === 0) return sql``
    return sql`AND time < ${new Date(startOf(dayOf(new Date(Math.min(...times)))).getTime() + dayMillis)}`
  }

  /** The same sums as `UsageRollUp.ts` makes. Their ids do not depend on when, or in how many steps, it made them. */
  const summed = (wanted: Wanted, range: Range) => sql`
    SELECT * FROM (
      SELECT ${sumPrefix} || to_char(day AT TIME ZONE 'UTC', 'YYYYMMDD') || '_' || left(md5(
          coalesce(key_id, '') || E'\\n' || api_type || E'\\n' || source
        ), 16) COLLATE "C" AS id,
        day AS time, sum(cost)::bigint AS cost, source,
        jsonb_build_object('calls', sum(calls)::bigint, 'per', 'day') AS parameters, api_type, NULL::text AS request_id
      FROM (
        SELECT date_trunc('day', time, 'UTC') AS day, key_id, source, api_type, cost,
          -- A refund is a line of its own, but no call.
          coalesce((parameters ->> 'calls')::bigint, CASE WHEN cost < 0 THEN 0 ELSE 1 END) AS calls
        FROM usage_entries
        WHERE ${sql.and(chosen(wanted))} AND ${isSummed(wanted)}
          ${latest(wanted.filter, range)}
      ) old
      GROUP BY day, key_id, source, api_type
    ) sums WHERE ${sql.and([sql`true`, ...between(wanted.filter), ...within(range)])}`

  const count = (wanted: Wanted, range: Range) =>
    Effect.map(
      sql<{ total: number }>`
        SELECT (SELECT count(*) FROM (${single(wanted, range)}) entries)
          + (SELECT count(*) FROM (${summed(wanted, range)}) days) AS total`,
      ([row]) => row?.total ?? 0
    )

  // The row's own time has microseconds; a JavaScript date would truncate it to milliseconds.
  const micros = (of: Statement.Fragment) => sql`(extract(epoch FROM ${of}) * 1000000)::bigint`

  /** Single entries alone, and whether a sum could stand between them. */
  const singles = (wanted: Wanted, range: Range, limit: number, offset: number) =>
    sql<EntryRow & { readonly amongSums: boolean }>`
      WITH entries AS MATERIALIZED (
        ${single(wanted, range)} ORDER BY time DESC, id DESC LIMIT ${limit} OFFSET ${offset}
      )
      SELECT *, ${micros(sql`time`)} AS micros, (
        SELECT EXISTS (
          SELECT 1 FROM usage_entries WHERE account_id = ${wanted.accountId} AND ${isSummed(wanted)}
            AND time >= (SELECT min(time) FROM entries) ${latest(wanted.filter, range)}
        )
      ) AS among_sums
      FROM entries ORDER BY time DESC, id DESC`

  const both = (wanted: Wanted, range: Range, limit: number, offset: number) =>
    sql<EntryRow>`
      SELECT *, ${micros(sql`time`)} AS micros FROM (
        (${single(wanted, range)} ORDER BY time DESC, id DESC LIMIT ${offset + limit})
        UNION ALL (${summed(wanted, range)})
      ) lines ORDER BY time DESC, id DESC LIMIT ${limit} OFFSET ${offset}`

  const page = Effect.fnUntraced(function* (wanted: Wanted, range: Range, limit: number, offset: number) {
    const rows = yield* singles(wanted, range, limit, offset)
    // Adding up years of old entries takes long, and most pages are above all of them.
    const isWhole =
      wanted.requestId !== undefined || (rows.length === limit && rows.every(({ amongSums }) => !amongSums))
    if (!isWhole) return (yield* both(wanted, range, limit, offset)).map(toPlaced)
    return rows.map(toPlaced)
  })

  return { count, page }
}

const toPlaced = ({ id, cost, source, parameters, time, apiType, requestId, micros }: EntryRow): PlacedEntry => ({
  entry: { id, cost, source, parameters, time: unixSeconds(time), api_type: apiType, request_id: requestId },
  position: [micros, id]
})
