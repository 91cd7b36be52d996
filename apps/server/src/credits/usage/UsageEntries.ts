/**
 * The statements that read `usage_entries` for pages and exports: one account's, filtered, newest first.
 *
 * Old entries are read as sums by day, whether or not they have been rolled up already. So nobody who pages through the
 * history, or exports it, gets a part of a day's entries and then their sum as well.
 */
import type { UsageEntry } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { withOwnPlans } from "../../database/client/Atomically.ts"
import { dayOf, startOf, unixSeconds } from "../../runtime/Time.ts"
import type { Position } from "./HistoryAnchor.ts"
import { sumPrefix, sumsEnd } from "./UsageFilter.ts"
import { namesOf } from "./UsageNames.ts"
import { type EntriesFilter, makeUsageStatements, type Range, type Wanted } from "./UsageStatements.ts"

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

export const makeUsageEntries = (sql: SqlClient.SqlClient) => {
  const { all, recent, ofNames, isOld, summed, summedDays, single: singleConditions } = makeUsageStatements(sql)

  /** The day of the old entry after this many newer ones; undefined when there are fewer. */
  const dayAfter = (wanted: Wanted, range: Range, entries: number) =>
    Effect.map(
      sql<{ time: Date }>`
        SELECT time FROM usage_entries WHERE ${sql.and(isOld(wanted, range))}
        ORDER BY time DESC OFFSET ${entries} LIMIT 1`,
      ([row]) => (row === undefined ? undefined : startOf(dayOf(row.time)))
    )

  const count = (wanted: Wanted, range: Range) =>
    Effect.map(
      sql<{ total: number }>`
        SELECT (SELECT count(*) FROM usage_entries WHERE ${sql.and(singleConditions(wanted, range))})
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
