/** Sends the event of a delivery again, on the customer's or the operator's request. */
import {
  type AccountId,
  Conflict,
  type DeliveryId,
  type EndpointId,
  InsufficientCredits,
  type NotFound,
  type ResentEvent,
  webhookEventPrice
} from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import { atomically } from "../../database/client/Atomically.ts"
import type { EventId } from "../../runtime/Ids.ts"
import { failpoint } from "../../runtime/Failpoint.ts"
import { now } from "../../runtime/Time.ts"
import type { EventState } from "../delivery/EventState.ts"
import { makeQueues } from "../delivery/Queues.ts"
import { closedUntil } from "../delivery/EndpointHealth.ts"
import { unknownDelivery } from "../log/DeliveryLog.ts"
import { type FinishedEvent, isResendable, makeSendAgain } from "../delivery/SendAgain.ts"

interface Attempt {
  readonly eventId: EventId | null
  readonly endpointId: EndpointId
}

interface EventRow extends FinishedEvent {
  readonly state: EventState
  readonly hasBody: boolean
}

export class Resend extends Context.Service<
  Resend,
  {
    resend(
      accountId: AccountId,
      deliveryId: DeliveryId
    ): Effect.Effect<ResentEvent, NotFound | Conflict | InsufficientCredits>
  }
>()("@heddle/server/webhooks/resending/Resend") {
  static readonly layer = Layer.effect(
    Resend,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ledger = yield* Ledger
      const queues = makeQueues(sql)
      const sendAgain = makeSendAgain(sql, ledger)

      const attemptOf = (accountId: AccountId, deliveryId: DeliveryId) =>
        sql<Attempt>`
          SELECT id AS event_id, endpoint_id FROM webhook_events
          WHERE account_id = ${accountId} AND attempt_id = ${deliveryId}
          UNION ALL
          SELECT event_id, endpoint_id FROM webhook_attempts WHERE account_id = ${accountId} AND id = ${deliveryId}
          LIMIT 1`

      const lockEvent = (accountId: AccountId, eventId: EventId) =>
        sql<EventRow>`
          SELECT id, rule_id, post_code, refunded_at, state, body IS NOT NULL AS has_body FROM webhook_events
          WHERE account_id = ${accountId} AND id = ${eventId} FOR UPDATE`

      const insufficient = (accountId: AccountId) =>
        Effect.flatMap(
          ledger.available(accountId),
          (available) =>
            new InsufficientCredits({
              detail: "Insufficient credits",
              estimated_cost: webhookEventPrice,
              remaining_credits: available,
              max_affordable_limit: null
            })
        )

      const resend = Effect.fn("Resend.resend")(
        function* (accountId: AccountId, deliveryId: DeliveryId) {
          yield* ledger.lock(accountId)
          const [attempt] = yield* attemptOf(accountId, deliveryId)
          if (attempt === undefined) return yield* unknownDelivery(deliveryId)
          const { eventId, endpointId } = attempt
          if (eventId === null) {
            return yield* conflict(`${deliveryId} was a test event. Send a new one with POST …/test.`)
          }
          const key = { accountId, endpointId }
          const [queue] = yield* queues.lock([key])
          if (queue === undefined) return yield* conflict(`The endpoint ${endpointId} of this delivery is deleted.`)
          const [event] = yield* lockEvent(accountId, eventId)
          const refusal = refusalOf(eventId, event)
          if (event === undefined || refusal !== undefined) return yield* conflict(refusal ?? "")
          const time = yield* now
          const sent = yield* sendAgain(key, [event], time)
          if (sent.events === 0) return yield* insufficient(accountId)
          // A customer who asks for one event has probably repaired the endpoint.
          if (closedUntil(queue, time) !== null) yield* queues.tryNow(key, time)
          yield* failpoint("resend.beforeCommit")
          return { eventId, state: "retrying" as const, dueAt: time.toISOString(), charged: sent.charged }
        },
        (effect) => Effect.tap(atomically(sql, effect), failpoint("resend.afterCommit"))
      )

      return Resend.of({ resend })
    })
  )
}

const conflict = (detail: string) => new Conflict({ detail })

const refusalOf = (id: EventId, event: EventRow | undefined): string | undefined => {
  if (event?.state === "cancelled") return `The event ${id} was cancelled and cannot be sent again.`
  if (event !== undefined && !isResendable(event.state)) return `The event ${id} is already being sent.`
  return event?.hasBody === true ? undefined : `The body of event ${id} is no longer kept, so it cannot be sent again.`
}
