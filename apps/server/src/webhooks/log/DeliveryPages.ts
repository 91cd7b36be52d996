/**
 * Pages of the delivery log by descending id. Attempts that have ended are in `webhook_attempts`, running ones in
 * `webhook_events`; one statement reads both, so that an attempt that ends meanwhile is neither missed nor repeated.
 */
import type { AccountId, DeliveryFilter, DeliveryId } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { decodeTime } from "ulid"
import { firstIdAt } from "../../database/partitions/PartitionNames.ts"
import { dayMillis, now, plusMillis } from "../../runtime/Time.ts"
import { type DeliveryRow, makeNarrow, type Narrowed } from "./DeliveryRow.ts"
import { finishedConditions, idMillis, prefix, sendingConditions, soughtOf } from "./DeliverySelection.ts"

export const columns = `id, event_id, endpoint_id, rule_id, post_code, attempt, started_at, duration_ms, outcome, status_code,
  error, fault_owner`

export const sendingColumns = `attempt_id AS id, id AS event_id, endpoint_id, rule_id, post_code, attempt,
  attempt_started_at AS started_at, NULL::integer AS duration_ms, 'sending' AS outcome, NULL::integer AS status_code,
  NULL::text AS error, NULL::text AS fault_owner`

export interface DeliveryPage {
  readonly rows: ReadonlyArray<DeliveryRow>
  /** The next page has smaller ids only; null on the last. */
  readonly before: DeliveryId | null
}

interface FoundRow extends DeliveryRow {
  /** Which of the tested attempts this is, from 1; 0 where none has to be tested. */
  readonly looked: number
  readonly matches: boolean
}

interface Request {
  readonly accountId: AccountId
  readonly filter: DeliveryFilter
  readonly before: DeliveryId | null
  readonly limit: number
}

const none: DeliveryPage = { rows: [], before: null }

/** Before this time, the newest page of a busy account needs no other partitions, whose indexes take long to plan for. */
const aDayBefore = (before: DeliveryId | null, time: Date): string => {
  const dated = before !== null && /^dlv_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(before)
  return firstIdAt(prefix, plusMillis(dated ? new Date(decodeTime(before.slice(prefix.length))) : time, -dayMillis))
}

/**
 * `lookedAt` is how many attempts that an index finds are tested for one page. It bounds the time of a page whose filters
 * together match little; such a page may be short and still have a next one.
 */
export const makePages = (sql: SqlClient.SqlClient, lookedAt: number) => {
  const narrow = makeNarrow(sql)

  const conditionsOn = ({ accountId, before }: Request, { filter, since, until }: Narrowed, atLeast: string | null) => {
    const { leading, others } = finishedConditions(sql, filter)
    const all = [
      sql`account_id = ${accountId}`,
      ...(before === null ? [] : [sql`id < ${before}`]),
      ...(atLeast === null ? [] : [sql`id >= ${atLeast}`]),
      ...(since === null ? [] : [sql`id >= ${firstIdAt(prefix, plusMillis(since, -idMillis))}`]),
      ...(until === null ? [] : [sql`id < ${firstIdAt(prefix, plusMillis(until, idMillis))}`]),
      ...leading
    ]
    return { newestFirst: sql`FROM webhook_attempts WHERE ${sql.and(all)} ORDER BY id DESC`, others }
  }

  /** Also the last attempt that is tested, whether it matches or not; `looked` counts them. */
  const finished = (request: Request, narrowed: Narrowed, atLeast: string | null) => {
    const { newestFirst, others } = conditionsOn(request, narrowed, atLeast)
    const limit = request.limit + 1
    return others.length === 0
      ? sql`(SELECT ${sql.literal(columns)}, 0 AS looked, true AS matches ${newestFirst} LIMIT ${limit})`
      : sql`
        (SELECT ${sql.literal(columns)}, looked, matches FROM (
            SELECT *, coalesce(${sql.and(others)}, false) AS matches FROM (
              SELECT ${sql.literal(columns)}, row_number() OVER (ORDER BY id DESC) AS looked ${newestFirst} LIMIT ${lookedAt}
            ) found
          ) tested
          WHERE matches OR looked = ${lookedAt} ORDER BY id DESC LIMIT ${limit})`
  }

  const sending = ({ accountId, filter, before, limit }: Request) => {
    const conditions = [
      sql`account_id = ${accountId} AND state = 'sending'`,
      ...(before === null ? [] : [sql`attempt_id < ${before}`]),
      ...sendingConditions(sql, filter)
    ]
    return sql`
      (SELECT ${sql.literal(sendingColumns)}, 0 AS looked, true AS matches FROM webhook_events WHERE ${sql.and(conditions)}
        ORDER BY attempt_id DESC LIMIT ${limit + 1})`
  }

  /** One row more than asked for, if there is one. A plan for any parameters could not leave out partitions. */
  const read = (request: Request, narrowed: Narrowed, atLeast: string | null) => {
    const sought = soughtOf(request.filter)
    const parts: ReadonlyArray<Statement.Fragment> = [
      ...(sought.sending ? [sending(request)] : []),
      ...(sought.finished ? [finished(request, narrowed, atLeast)] : [])
    ]
    const [one, other = sql``] = parts
    if (one === undefined) return Effect.succeed([])
    return sql<FoundRow>`
      SELECT * FROM (${one} ${parts.length === 2 ? sql`UNION ALL ${other}` : sql``}) page
      ORDER BY id DESC LIMIT ${request.limit + 1}`.unprepared
  }

  return Effect.fnUntraced(function* (request: Request): Effect.fn.Return<DeliveryPage, SqlError.SqlError> {
    const { accountId, filter, before, limit } = request
    const narrowed = yield* narrow(accountId, filter)
    if (narrowed === null) return none
    const { ruleId, postCode, from } = narrowed.filter
    if (ruleId === undefined && postCode === undefined && from === undefined) {
      const newest = yield* read(request, narrowed, aDayBefore(before, yield* now))
      if (newest.length > limit) return pageOf(newest, limit, lookedAt)
    }
    return pageOf(yield* read(request, narrowed, null), limit, lookedAt)
  })
}

const pageOf = (rows: ReadonlyArray<FoundRow>, limit: number, lookedAt: number): DeliveryPage => {
  const last = rows.findIndex(({ looked }) => looked === lookedAt)
  if (last >= 0 && last < limit) {
    return { rows: rows.slice(0, last + 1).filter(({ matches }) => matches), before: rows[last]?.id ?? null }
  }
  const page = rows.slice(0, limit)
  return { rows: page, before: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}
