/** The parts of the statements that read one account's `usage_entries`: single entries, and old ones as sums by day. */
import type { AccountId } from "@heddle/api"
import type { SqlClient, Statement } from "effect/sql"
import { decodeTime } from "ulid"
import { recordset } from "../../database/client/Recordset.ts"
import { dayOf, hourMillis, startOf } from "../../runtime/Time.ts"
import type { Position } from "./HistoryAnchor.ts"
import { namesConditions, type NamesFilter, sumPrefix, sumsEnd } from "./UsageFilter.ts"
import type { Names } from "./UsageNames.ts"

/** Ids that we give begin with the time of the request. The index `usage_entries_requests` has the others alone. */
const ours = "^req_[0-7][0-9A-HJKMNP-TV-Z]{25}$"

/** An entry is written long before this time after its request. */
const settledMillis = hourMillis

const requestCondition = (sql: SqlClient.SqlClient, requestId: string): Statement.Fragment => {
  // Written as in the index, which would not be used otherwise.
  if (!new RegExp(ours).test(requestId))
    return sql`request_id = ${requestId} AND request_id !~ ${sql.literal(`'${ours}'`)}`
  const at = decodeTime(requestId.slice("req_".length))
  return sql`request_id = ${requestId}
    AND time >= ${new Date(at - settledMillis)} AND time < ${new Date(at + settledMillis)}`
}

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
  /** Entries with ids below this one are read as sums: they are rolled up, or may be during the read. */
  readonly summedBefore: string
}

/** How many of the newest entries are read for each that passes the filter of names, and at most, in some milliseconds. */
const recentShare = 40
const maxRecent = 10_000

export const makeUsageStatements = (sql: SqlClient.SqlClient) => {
  const columns = sql`id, time, cost, source, parameters, api_type, request_id`

  const ofAccount = ({ accountId, filter }: Wanted) => [
    sql`account_id = ${accountId}`,
    ...(filter.keyId === undefined ? [] : [sql`key_id = ${filter.keyId}`])
  ]

  const chosen = (wanted: Wanted) => [...ofAccount(wanted), ...namesConditions(sql, wanted.filter)]

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

  const isSingle = (wanted: Wanted, range: Range) => [
    ...(wanted.filter.requestId === undefined ? [] : [requestCondition(sql, wanted.filter.requestId)]),
    ...between(wanted.filter),
    ...within(range),
    sql`id >= ${wanted.summedBefore} AND NOT (id >= ${sumPrefix} AND id < ${sumsEnd})`
  ]

  const newest = (selected: Statement.Fragment, conditions: ReadonlyArray<Statement.Fragment>, limit: number) => sql`
    SELECT ${selected} FROM usage_entries WHERE ${sql.and(conditions)} ORDER BY time DESC, id DESC LIMIT ${limit}`

  const all = (wanted: Wanted, range: Range, limit: number) =>
    newest(columns, [...chosen(wanted), ...isSingle(wanted, range)], limit)

  /** Those among the newest entries that pass the filter of names. Nearly always enough where the names are common. */
  const recent = (wanted: Wanted, range: Range, limit: number) => sql`
    SELECT * FROM (
      ${newest(columns, [...ofAccount(wanted), ...isSingle(wanted, range)], Math.min(maxRecent, recentShare * limit))}
    ) entries
    WHERE ${sql.and(namesConditions(sql, wanted.filter))} ORDER BY time DESC, id DESC LIMIT ${limit}`

  /**
   * The newest of each pair of names: the index that has both finds nothing else. It alone is read for all pairs, and the
   * rows only of what is left.
   */
  const ofNames = (names: ReadonlyArray<Names>) => (wanted: Wanted, range: Range, limit: number) => {
    const ofName = [...ofAccount(wanted), sql`source = n.source AND api_type = n.api_type`, ...isSingle(wanted, range)]
    return sql`
      SELECT ${columns} FROM usage_entries JOIN (
        SELECT of_name.id AS found FROM ${recordset(sql, "n", { source: "text", apiType: "text" }, names)}, LATERAL (
          ${newest(sql`time, id`, ofName, limit)}
        ) of_name ORDER BY of_name.time DESC, of_name.id DESC LIMIT ${limit}
      ) places ON id = found
      WHERE account_id = ${wanted.accountId} ORDER BY time DESC, id DESC`
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

  const isOld = (wanted: Wanted, range: Range) => [
    ...chosen(wanted),
    isSummed(wanted),
    ...summedDays(wanted.filter, range)
  ]

  /** The same sums as `UsageRetention.ts` makes. Their ids do not depend on when, or in how many steps, it made them. */
  const summed = (wanted: Wanted, range: Range, since?: Date) => sql`
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
        WHERE ${sql.and([...isOld(wanted, range), ...(since === undefined ? [] : [sql`time >= ${since}`])])}
      ) old
      GROUP BY day, key_id, source, api_type
    ) sums WHERE ${sql.and([sql`true`, ...between(wanted.filter), ...within(range)])}`

  return {
    all,
    recent,
    ofNames,
    isOld,
    summed,
    summedDays,
    single: (wanted: Wanted, range: Range) => [...chosen(wanted), ...isSingle(wanted, range)]
  }
}
