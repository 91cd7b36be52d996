/**
 * The statements that read `usage_entries` for pages and exports: one account's, filtered, newest first.
 *
 * Old entries are read as sums by day, whether or not they have been rolled up already. So nobody who pages through the
 * history, or exports it, gets a part of a day's entries and then their sum as well.
 */
import type { AccountId, UsageEntry } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { dayOf, startOf, unixSeconds } from "../../runtime/Time.ts"
import type { Position } from "./HistoryAnchor.ts"
import { requestCondition } from "./RequestCondition.ts"
import { sumPrefix, sumsEnd } from "./UsageBorder.ts"
import { type NamesFilter, namesConditions } from "./UsageFilter.ts"
import { namesOf } from "./UsageNames.ts"

/** Entries from this place on, or only those below it; null for all. */
export type Range = { readonly from: Position } | { readonly below: Position } | null

/** Combined with AND. */
export interface EntriesFilter extends NamesFilter {
  readonly keyId?: string | undefined
  readonly from?: Date | undefined
  /** Not included. */
  readonly until?: Date | undefined
  /** Only the entry of this call; sums have none. */
  readonly requestId?: string | undefined
}

/** What a reader asks for. */
export interface Wanted {
  readonly accountId: AccountId
  readonly filter: EntriesFilter
  /** Entries with ids below this one are read as sums: they are rolled up, or may be while somebody reads. */
  readonly summedBefore: string
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
  const columns = sql`id, time, cost, source, parameters, api_type, request_id`

  const chosen = ({ accountId, filter }: Wanted) => [
    sql`account_id = ${accountId}`,
    ...namesConditions(sql, filter),
    ...(filter.keyId === undefined ? [] : [sql`key_id = ${filter.keyId}`])
  ]

  const between = ({ from, until }: EntriesFilter) => [
    ...(from === undefined ? [] : [sql`time >= ${from}`]),
    ...(until === undefined ? [] : [sql`time < ${until}`])
  ]

  const within = (range: Range) => {
    if (range === null) return []
    const [micros, id] = "from" in range ? range.from : range.below
    const operator = sql.literal("from" in range ? "<=" : "<")
    return [sql`(time, id) ${operator} (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id})`]
  }

  const isSingle = (wanted: Wanted, range: Range) =>
    sql.and([
      ...chosen(wanted),
      ...(wanted.filter.requestId === undefined ? [] : [requestCondition(sql, wanted.filter.requestId)]),
      ...between(wanted.filter),
      ...within(range),
      sql`id >= ${wanted.summedBefore} AND NOT (id >= ${sumPrefix} AND id < ${sumsEnd})`
    ])

  /** With a filter of names, the newest of each pair of names: the index that has both finds nothing else. */
  const single = (wanted: Wanted, range: Range, limit: number) => {
    const { accountId, filter } = wanted
    const newest = (further: Statement.Fragment) => sql`
      SELECT ${columns} FROM usage_entries WHERE ${isSingle(wanted, range)} ${further}
      ORDER BY time DESC, id DESC LIMIT ${limit}`
    const isNamed = filter.source !== undefined || filter.apiType !== undefined || filter.via !== undefined
    if (!isNamed || filter.requestId !== undefined) return newest(sql``)
    return sql`
      SELECT of_name.* FROM ${namesOf(sql, accountId, filter)} n, LATERAL (
        ${newest(sql`AND source = n.source AND api_type = n.api_type`)}
      ) of_name ORDER BY time DESC, id DESC LIMIT ${limit}`
  }

  const isSummed = ({ summedBefore }: Wanted) => sql`(id < ${summedBefore} OR id >= ${sumPrefix} AND id < ${sumsEnd})`

  /** The days that the filter and the range can have lines of: no others need to be summed up. */
  const summedDays = ({ from, until }: EntriesFilter, range: Range) => {
    const micros = range === null ? [] : ["from" in range ? range.from[0] : range.below[0]]
    const ends = [...(until === undefined ? [] : [until.getTime()]), ...micros.map((one) => Math.ceil(one / 1000))]
    return [
      ...(from === undefined ? [] : [sql`time >= ${startOf(dayOf(from))}`]),
      ...(ends.length === 0 ? [] : [sql`time < ${startOf(dayOf(new Date(Math.min(...ends))) + 1)}`])
    ]
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
        WHERE ${sql.and([...chosen(wanted), isSummed(wanted), ...summedDays(wanted.filter, range)])}
      ) old
      GROUP BY day, key_id, source, api_type
    ) sums WHERE ${sql.and([sql`true`, ...between(wanted.filter), ...within(range)])}`

  const count = (wanted: Wanted, range: Range) =>
    Effect.map(
      sql<{ total: number }>`
        SELECT (SELECT count(*) FROM usage_entries WHERE ${isSingle(wanted, range)})
          + (SELECT count(*) FROM (${summed(wanted, range)}) days) AS total`,
      ([row]) => row?.total ?? 0
    )

  // The row's own time has microseconds; a JavaScript date would truncate it to milliseconds.
  const micros = (of: Statement.Fragment) => sql`(extract(epoch FROM ${of}) * 1000000)::bigint`

  /** Single entries alone, and whether a sum could stand between them. */
  const singles = (wanted: Wanted, range: Range, limit: number, offset: number) => {
    const days = summedDays({ until: wanted.filter.until }, range)
    return sql<EntryRow & { readonly amongSums: boolean }>`
      WITH entries AS MATERIALIZED (
        SELECT * FROM (${single(wanted, range, offset + limit)}) newest
        ORDER BY time DESC, id DESC LIMIT ${limit} OFFSET ${offset}
      )
      SELECT *, ${micros(sql`time`)} AS micros, (
        SELECT EXISTS (
          SELECT 1 FROM usage_entries WHERE ${sql.and([
            sql`account_id = ${wanted.accountId} AND time >= (SELECT min(time) FROM entries)`,
            isSummed(wanted),
            ...days
          ])}
        )
      ) AS among_sums
      FROM entries ORDER BY time DESC, id DESC`
  }

  const both = (wanted: Wanted, range: Range, limit: number, offset: number) =>
    sql<EntryRow>`
      SELECT *, ${micros(sql`time`)} AS micros FROM (
        (${single(wanted, range, offset + limit)}) UNION ALL (${summed(wanted, range)})
      ) lines ORDER BY time DESC, id DESC LIMIT ${limit} OFFSET ${offset}`

  const page = Effect.fnUntraced(function* (wanted: Wanted, range: Range, limit: number, offset: number) {
    const rows = yield* singles(wanted, range, limit, offset)
    // Adding up years of old entries takes long, and most pages are above all of them.
    const isWhole =
      wanted.filter.requestId !== undefined || (rows.length === limit && rows.every(({ amongSums }) => !amongSums))
    if (!isWhole) return (yield* both(wanted, range, limit, offset)).map(toPlaced)
    return rows.map(toPlaced)
  })

  return { count, page }
}

const toPlaced = ({ id, cost, source, parameters, time, apiType, requestId, micros }: EntryRow): PlacedEntry => ({
  entry: { id, cost, source, parameters, time: unixSeconds(time), api_type: apiType, request_id: requestId },
  position: [micros, id]
})
