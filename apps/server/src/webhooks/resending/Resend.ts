/** Sends events again, on the customer's or the operator's request. */
import {
  type AccountId,
  Conflict,
  type DeliveryId,
  type EndpointId,
  InsufficientCredits,
  NotFound,
  type ResentEvent,
  webhookEventPrice
} from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import { atomically } from "../../database/client/Atomically.ts"
import { listed } from "../../database/client/Recordset.ts"
import type { EventId } from "../../runtime/Ids.ts"
import { failpoint } from "../../runtime/Failpoint.ts"
import { now } from "../../runtime/Time.ts"
import type { EventState } from "../delivery/EventState.ts"
import { type EndpointKey, type EndpointQueue, makeQueues } from "../delivery/Queues.ts"
import { closedUntil } from "../delivery/EndpointHealth.ts"
import { unknownDelivery } from "../log/DeliveryLog.ts"
import { type FinishedEvent, isResendable, makeSendAgain } from "../delivery/SendAgain.ts"

interface Attempt {
  readonly eventId: EventId | null
  readonly endpointId: EndpointId
}

interface EventRow extends FinishedEvent {
  readonly endpointId: EndpointId
  readonly state: EventState
  readonly hasBody: boolean
}

/** Why an event is not sent again. */
export type Refusal = "sending" | "cancelled" | "gone" | "endpointDeleted" | "noCredits"

export interface Resent {
  readonly eventId: EventId
  /** Null if it is sent again. */
  readonly refusal: Refusal | null
  readonly charged: number
}

export class Resend extends Context.Service<
  Resend,
  {
    resend(
      accountId: AccountId,
      deliveryId: DeliveryId
    ): Effect.Effect<ResentEvent, NotFound | Conflict | InsufficientCredits>
    /**
     * Sends those among these events again that can be, and says of each whether it is. Sends none if that would cost more
     * than these credits, because events whose charge was returned are charged again.
     */
    resendEvents(
      accountId: AccountId,
      eventIds: ReadonlyArray<EventId>,
      credits: number
    ): Effect.Effect<ReadonlyArray<Resent>, NotFound | Conflict>
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
          WHERE account_id = ${accountId} AND state = 'sending' AND attempt_id = ${deliveryId}
          UNION ALL
          SELECT event_id, endpoint_id FROM webhook_attempts WHERE account_id = ${accountId} AND id = ${deliveryId}
          LIMIT 1`

      /** With the open queues of their endpoints, which are locked first. */
      const lockEvents = Effect.fnUntraced(function* (accountId: AccountId, eventIds: ReadonlyArray<EventId>) {
        const ofThese = sql`account_id = ${accountId} AND id IN ${listed(eventIds)}`
        const keys =
          yield* sql<EndpointKey>`SELECT DISTINCT account_id, endpoint_id FROM webhook_events WHERE ${ofThese}`
        const open = yield* queues.lock(keys)
        const events = yield* sql<EventRow>`
          SELECT id, endpoint_id, rule_id, post_code, refunded_at, state, body IS NOT NULL AS has_body
          FROM webhook_events WHERE ${ofThese} ORDER BY id FOR UPDATE`
        return { events, open }
      })

      /** Of one endpoint. Those that are free come first, so that they are sent whatever the balance covers. */
      const sendOf = Effect.fnUntraced(function* (queue: EndpointQueue, events: ReadonlyArray<EventRow>, time: Date) {
        const ordered = [
          ...events.filter(({ refundedAt }) => refundedAt === null),
          ...events.filter(({ refundedAt }) => refundedAt !== null)
        ]
        const sent = yield* sendAgain(queue, ordered, time)
        // A customer who sends events again has probably repaired the endpoint.
        if (sent.events > 0 && closedUntil(queue, time) !== null) yield* queues.tryNow(queue, time)
        return ordered.map((event, index): Resent =>
          index < sent.events
            ? { eventId: event.id, refusal: null, charged: priceOf(event) }
            : { eventId: event.id, refusal: "noCredits", charged: 0 }
        )
      })

      const sendAll = Effect.fnUntraced(function* (
        { events, open }: Effect.Success<ReturnType<typeof lockEvents>>,
        time: Date
      ) {
        const ofOpen = yield* Effect.forEach(open, (queue) =>
          sendOf(
            queue,
            events.filter((event) => event.endpointId === queue.endpointId && refusalOf(event, open) === null),
            time
          )
        )
        const refused = events.flatMap((event): ReadonlyArray<Resent> => {
          const refusal = refusalOf(event, open)
          return refusal === null ? [] : [{ eventId: event.id, refusal, charged: 0 }]
        })
        return [...ofOpen.flat(), ...refused]
      })

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
          const locked = yield* lockEvents(accountId, [eventId])
          const time = yield* now
          const [sent] = yield* sendAll(locked, time)
          const refusal = sent === undefined ? "gone" : sent.refusal
          if (refusal === "noCredits") return yield* insufficient(accountId)
          if (refusal !== null) return yield* conflict(refusals[refusal](eventId, endpointId))
          yield* failpoint("resend.beforeCommit")
          return { eventId, state: "retrying" as const, dueAt: time.toISOString(), charged: sent?.charged ?? 0 }
        },
        (effect) => Effect.tap(atomically(sql, effect), failpoint("resend.afterCommit"))
      )

      const resendEvents = Effect.fn("Resend.resendEvents")(
        function* (accountId: AccountId, eventIds: ReadonlyArray<EventId>, credits: number) {
          yield* ledger.lock(accountId)
          const locked = yield* lockEvents(accountId, eventIds)
          const known = new Set(locked.events.map(({ id }) => id))
          const unknown = eventIds.find((id) => !known.has(id))
          if (unknown !== undefined) return yield* new NotFound({ detail: `This account has no event ${unknown}.` })
          const cost = locked.events
            .filter((event) => refusalOf(event, locked.open) === null)
            .reduce((sum, event) => sum + priceOf(event), 0)
          if (cost > credits) {
            return yield* conflict(
              `These events would cost ${cost} credits, because the charges of some were returned. None was sent again.`
            )
          }
          return yield* sendAll(locked, yield* now)
        },
        (effect) => atomically(sql, effect)
      )

      return Resend.of({ resend, resendEvents })
    })
  )
}

const conflict = (detail: string) => new Conflict({ detail })

const priceOf = ({ refundedAt }: EventRow): number => (refundedAt === null ? 0 : webhookEventPrice)

const refusals: Readonly<Record<Exclude<Refusal, "noCredits">, (event: EventId, endpoint: EndpointId) => string>> = {
  endpointDeleted: (_, endpoint) => `The endpoint ${endpoint} of this delivery is deleted.`,
  cancelled: (event) => `The event ${event} was cancelled and cannot be sent again.`,
  sending: (event) => `The event ${event} is already being sent.`,
  gone: (event) => `The body of event ${event} is no longer kept, so it cannot be sent again.`
}

const refusalOf = (event: EventRow, open: ReadonlyArray<EndpointQueue>): keyof typeof refusals | null => {
  if (!open.some(({ endpointId }) => endpointId === event.endpointId)) return "endpointDeleted"
  if (event.state === "cancelled") return "cancelled"
  if (!isResendable(event.state)) return "sending"
  return event.hasBody ? null : "gone"
}
