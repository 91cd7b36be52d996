/**
 * Reads the delivery log. Attempts that have ended are in `webhook_attempts`, running ones in `webhook_events`; one
 * statement reads both, so that an attempt that ends meanwhile is neither missed nor repeated.
 */
import {
  type AccountId,
  type Delivery,
  type DeliveriesQuery,
  type DeliveryDetails,
  type DeliveryFilter,
  type DeliveryId,
  type InvalidParameter,
  NotFound
} from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import { Secrets } from "../../runtime/Secrets.ts"
import { now } from "../../runtime/Time.ts"
import { decodeCursor, encodeCursor } from "./DeliveryCursor.ts"
import { deliveryOf, type DeliveryRow, detailsOf, type DetailedRow } from "./DeliveryRow.ts"
import { finishedConditions, sendingConditions, soughtOf } from "./DeliverySelection.ts"

const defaultLimit = 50

/**
 * Attempts that an index finds for one page, to test the rest of the filters on each. It bounds the time of a page whose
 * filters together match little; such a page may be short and still have a next one.
 */
const maxLookedAt = 20_000

const columns = `id, event_id, endpoint_id, rule_id, post_code, attempt, started_at, duration_ms, outcome, status_code, error,
  fault_owner`

const sendingColumns = `attempt_id AS id, id AS event_id, endpoint_id, rule_id, post_code, attempt,
  attempt_started_at AS started_at, NULL::integer AS duration_ms, 'sending' AS outcome, NULL::integer AS status_code,
  NULL::text AS error, NULL::text AS fault_owner`

export interface DeliveryPage {
  readonly rows: ReadonlyArray<DeliveryRow>
  /** The next page has smaller ids only; null on the last. */
  readonly before: DeliveryId | null
}

export const makePages = (sql: SqlClient.SqlClient, lookedAt: number) => {
  /** Newest first. */
  const found = (accountId: AccountId, leading: ReadonlyArray<Statement.Fragment>, before: DeliveryId | null) => sql`
    FROM webhook_attempts
    WHERE ${sql.and([sql`account_id = ${accountId}`, ...(before === null ? [] : [sql`id < ${before}`]), ...leading])}
    ORDER BY id DESC`

  const finished = (accountId: AccountId, filter: DeliveryFilter, before: DeliveryId | null, limit: number) => {
    const { leading, others } = finishedConditions(sql, filter)
    const rows = found(accountId, leading, before)
    return others.length === 0
      ? sql`(SELECT ${sql.literal(columns)} ${rows} LIMIT ${limit})`
      : sql`
        (SELECT * FROM (SELECT ${sql.literal(columns)} ${rows} LIMIT ${lookedAt}) found
          WHERE ${sql.and(others)} ORDER BY id DESC LIMIT ${limit})`
  }

  const sending = (accountId: AccountId, filter: DeliveryFilter, before: DeliveryId | null, limit: number) => {
    const conditions = [
      sql`account_id = ${accountId} AND attempt_id IS NOT NULL`,
      ...(before === null ? [] : [sql`attempt_id < ${before}`]),
      ...sendingConditions(sql, filter)
    ]
    return sql`
      (SELECT ${sql.literal(sendingColumns)} FROM webhook_events WHERE ${sql.and(conditions)}
        ORDER BY attempt_id DESC LIMIT ${limit})`
  }

  /** The last attempt that a page with so many conditions looked at; null when it saw all. */
  const lastLookedAt = Effect.fnUntraced(function* (
    accountId: AccountId,
    filter: DeliveryFilter,
    before: DeliveryId | null
  ) {
    const { leading, others } = finishedConditions(sql, filter)
    if (others.length === 0 || !soughtOf(filter).finished) return null
    const [last] = yield* sql<{ id: DeliveryId }>`
      SELECT id ${found(accountId, leading, before)} OFFSET ${lookedAt - 1} LIMIT 1`.unprepared
    return last?.id ?? null
  })

  return Effect.fnUntraced(function* (
    accountId: AccountId,
    filter: DeliveryFilter,
    before: DeliveryId | null,
    limit: number
  ): Effect.fn.Return<DeliveryPage, SqlError.SqlError> {
    const sought = soughtOf(filter)
    const parts = [
      ...(sought.sending ? [sending(accountId, filter, before, limit + 1)] : []),
      ...(sought.finished ? [finished(accountId, filter, before, limit + 1)] : [])
    ]
    const [one, other] = parts
    if (one === undefined) return { rows: [], before: null }
    // A plan for any parameters could not leave out partitions or use partial indexes.
    const rows = yield* sql<DeliveryRow>`
      SELECT * FROM (${one} ${other === undefined ? sql`` : sql`UNION ALL ${other}`}) page
      ORDER BY id DESC LIMIT ${limit + 1}`.unprepared
    const page = rows.slice(0, limit)
    if (rows.length > limit) return { rows: page, before: page.at(-1)?.id ?? null }
    const last = yield* lastLookedAt(accountId, filter, before)
    return { rows: last === null ? page : page.filter(({ id }) => id >= last), before: last }
  })
}

export class DeliveryLog extends Context.Service<
  DeliveryLog,
  {
    list(
      accountId: AccountId,
      query: DeliveriesQuery
    ): Effect.Effect<{ readonly data: ReadonlyArray<Delivery>; readonly next_cursor: string | null }, InvalidParameter>
    show(accountId: AccountId, deliveryId: DeliveryId): Effect.Effect<DeliveryDetails, NotFound>
  }
>()("@heddle/server/webhooks/log/DeliveryLog") {
  static readonly layer = Layer.effect(
    DeliveryLog,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const pageOf = makePages(sql, maxLookedAt)

      const list = Effect.fn("DeliveryLog.list")(function* (accountId: AccountId, query: DeliveriesQuery) {
        const { cursor, limit = defaultLimit, ...filter } = query
        const time = yield* now
        const position =
          cursor === undefined || cursor === "" ? null : yield* decodeCursor(secrets, accountId, filter, cursor, time)
        const { rows, before } = yield* Effect.orDie(pageOf(accountId, filter, position?.before ?? null, limit))
        const next = before === null ? null : { at: position?.at ?? time.getTime(), before }
        return {
          data: rows.map(deliveryOf),
          next_cursor: next === null ? null : encodeCursor(secrets, accountId, filter, next)
        }
      })

      const running = (accountId: AccountId, deliveryId: DeliveryId) =>
        sql<DetailedRow>`
          SELECT ${sql.literal(sendingColumns)}, body, NULL AS request_headers, NULL AS response_headers,
            NULL AS response, (
              SELECT url FROM webhook_endpoints p WHERE p.account_id = e.account_id AND p.id = e.endpoint_id
            ) AS url
          FROM webhook_events e WHERE account_id = ${accountId} AND attempt_id = ${deliveryId}`

      const ended = (accountId: AccountId, deliveryId: DeliveryId) =>
        sql<DetailedRow>`
          SELECT ${sql.literal(columns)}, url, request_headers, response_headers, response, (
            SELECT body FROM webhook_events e WHERE e.account_id = a.account_id AND e.id = a.event_id
          ) AS body
          FROM webhook_attempts a WHERE account_id = ${accountId} AND id = ${deliveryId}`

      const show = Effect.fn("DeliveryLog.show")(function* (accountId: AccountId, deliveryId: DeliveryId) {
        // In this order, an attempt that ends meanwhile is found.
        const [first] = yield* Effect.orDie(running(accountId, deliveryId))
        const [row] = first === undefined ? yield* Effect.orDie(ended(accountId, deliveryId)) : [first]
        return row === undefined ? yield* unknownDelivery(deliveryId) : detailsOf(row)
      })

      return DeliveryLog.of({ list, show })
    })
  )
}

export const unknownDelivery = (id: string) =>
  new NotFound({ detail: `This account has no delivery ${id}; GET /webhook/deliveries lists all that are kept.` })
