/** The delivery log as customers and operators read it. */
import {
  type AccountId,
  type Delivery,
  type DeliveriesQuery,
  type DeliveryDetails,
  type DeliveryId,
  type InvalidParameter,
  NotFound
} from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Secrets } from "../../runtime/Secrets.ts"
import { now } from "../../runtime/Time.ts"
import { decodeCursor, encodeCursor } from "./DeliverySelection.ts"
import { columns, makePages, sendingColumns } from "./DeliveryPages.ts"
import { deliveryOf, detailsOf, type DetailedRow } from "./DeliveryRow.ts"

const defaultLimit = 50

/** Attempts that are tested for one page. */
const maxLookedAt = 2_500

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
        const { rows, before } = yield* Effect.orDie(
          pageOf({ accountId, filter, before: position?.before ?? null, limit })
        )
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
          FROM webhook_events e WHERE account_id = ${accountId} AND state = 'sending' AND attempt_id = ${deliveryId}`

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
  new NotFound({ detail: `This account has no delivery ${id}; list them with GET /webhook/deliveries.` })
