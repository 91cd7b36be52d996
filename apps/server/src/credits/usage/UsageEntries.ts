/**
 * The statements that read `usage_entries` for pages and exports: one account's, filtered, newest first.
 *
 * Old entries are read as sums by day, whether or not they have been rolled up already. So nobody who pages through the
 * history, or exports it, gets a part of a day's entries and then their sum as well.
 */
import type { AccountId, UsageEntry } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { decodeTime } from "ulid"
import { withOwnPlans } from "../../database/client/Atomically.ts"
import { recordset } from "../../database/client/Recordset.ts"
import { dayOf, hourMillis, startOf, unixSeconds } from "../../runtime/Time.ts"
import type { Position } from "./HistoryAnchor.ts"
import { namesConditions, type NamesFilter, sumPrefix, sumsEnd } from "./UsageFilter.ts"
import { type Names, namesOf } from "./UsageNames.ts"

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

interface Part {
  readonly limit: number
  readonly offset: number
}

/** The newest single entries, up to the given number. */
type Single = (wanted: Wanted, range: Range, limit: number) => Statement.Fragment

/** How many of the newest entries are read for each that passes the filter of names, and at most, in some milliseconds. */
const recentShare = 40
const maxRecent = 10_000

export const makeUsageEntries = (sql: SqlClient.SqlClient) => {
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

  /** The day of the old entry after this many newer ones; undefined when there are fewer. */
  const dayAfter = (wanted: Wanted, range: Range, entries: number) =>
    Effect.map(
      sql<{ time: Date }>`
        SELECT time FROM usage_entries WHERE ${sql.and(isOld(wanted, range))}
        ORDER BY time DESC OFFSET ${entries} LIMIT 1`,
      ([row]) => (row === undefined ? undefined : startOf(dayOf(row.time)))
    )

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

  const count = (wanted: Wanted, range: Range) =>
    Effect.map(
      sql<{ total: number }>`
        SELECT (SELECT count(*) FROM usage_entries WHERE ${sql.and([...chosen(wanted), ...isSingle(wanted, range)])})
          + (SELECT count(*) FROM (${summed(wanted, range)}) days) AS total`,
      ([row]) => row?.total ?? 0
    )

  // The row's own time has microseconds; a JavaScript date would truncate it to milliseconds.
  const micros = (of: Statement.Fragment) => sql`(extract(epoch FROM ${of}) * 1000000)::bigint`

  /**
   * Whether sums belong between the entries that `entries` has. Days that are rolled up are in a partition of their own, so
   * their ids are a condition by itself: with "or", all entries of a day would be read to learn that no sum is among them.
   * Entries that count as old and are not rolled up yet exist for a short time; only then they are looked for.
   */
  const amongSums = ({ accountId, filter, summedBefore }: Wanted, range: Range) => {
    const isBetween = [sql`time >= (SELECT min(time) FROM entries)`, ...summedDays({ until: filter.until }, range)]
    const exists = (...conditions: ReadonlyArray<Statement.Fragment>) => sql`
      EXISTS (SELECT 1 FROM usage_entries WHERE ${sql.and([sql`account_id = ${accountId}`, ...conditions])})`
    const isOld = sql`id < ${summedBefore}`
    return sql`(
      ${exists(sql`id >= ${sumPrefix} AND id < ${sumsEnd}`, ...isBetween)} OR ${exists(isOld)} AND ${exists(isOld, ...isBetween)}
    )`
  }

  /** Single entries alone, and whether a sum could stand between them. */
  const singles = (wanted: Wanted, range: Range, { limit, offset }: Part, single: Single) =>
    sql<EntryRow & { readonly amongSums: boolean }>`
      WITH entries AS MATERIALIZED (
        SELECT * FROM (${single(wanted, range, offset + limit)}) newest
        ORDER BY time DESC, id DESC LIMIT ${limit} OFFSET ${offset}
      )
      SELECT *, ${micros(sql`time`)} AS micros, ${amongSums(wanted, range)} AS among_sums
      FROM entries ORDER BY time DESC, id DESC`

  /**
   * Single entries and sums. Adding up years of old entries takes long, so only the newest days are, and more of them as
   * long as the page reaches below them.
   */
  const both = Effect.fnUntraced(function* (wanted: Wanted, range: Range, { limit, offset }: Part, single: Single) {
    for (let entries = 4 * (offset + limit); ; entries *= 8) {
      const since = yield* dayAfter(wanted, range, entries)
      const rows = yield* sql<EntryRow>`
        SELECT *, ${micros(sql`time`)} AS micros FROM (
          (${single(wanted, range, offset + limit)}) UNION ALL (${summed(wanted, range, since)})
        ) lines ORDER BY time DESC, id DESC LIMIT ${limit} OFFSET ${offset}`
      const last = rows.length < limit ? undefined : rows.at(-1)
      if (since === undefined || (last !== undefined && last.time >= since)) return rows
    }
  })

  const isNamed = ({ source, apiType, via, requestId }: EntriesFilter) =>
    requestId === undefined && (source !== undefined || apiType !== undefined || via !== undefined)

  const readPage = Effect.fnUntraced(function* (wanted: Wanted, range: Range, limit: number, offset: number) {
    const { accountId, filter } = wanted
    const part = { limit, offset }
    const isFull = (rows: ReadonlyArray<EntryRow>) => rows.length === limit
    let single: Single = isNamed(filter) ? recent : all
    let rows = yield* singles(wanted, range, part, single)
    if (isNamed(filter) && !isFull(rows)) {
      single = ofNames(yield* namesOf(sql, accountId, filter))
      rows = yield* singles(wanted, range, part, single)
    }
    const isWhole = filter.requestId !== undefined || (isFull(rows) && rows.every(({ amongSums }) => !amongSums))
    return (isWhole ? rows : yield* both(wanted, range, part, single)).map(toPlaced)
  })

  /** Without a filter, one plan is right for all. */
  const page = (wanted: Wanted, range: Range, limit: number, offset: number) => {
    const isFiltered = Object.values(wanted.filter).some((value) => value !== undefined)
    const read = readPage(wanted, range, limit, offset)
    return isFiltered ? withOwnPlans(sql, read) : read
  }

  return { count, page }
}

const toPlaced = ({ id, cost, source, parameters, time, apiType, requestId, micros }: EntryRow): PlacedEntry => ({
  entry: { id, cost, source, parameters, time: unixSeconds(time), api_type: apiType, request_id: requestId },
  position: [micros, id]
})
