/** Makes events due again, within the transaction of a caller that has locked the account and the endpoint's queue. */
import { type AccountId, type EndpointId, type RuleId, webhookEventPrice } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Ledger } from "../../credits/ledger/Ledger.ts"
import { recordset } from "../../database/client/Recordset.ts"
import { type EventId, newId } from "../../runtime/Ids.ts"
import { webhookUsage } from "./Delivery.ts"
import { type EventState, moves } from "./EventState.ts"
import { outboxChannel } from "./NewEvents.ts"
import type { EndpointKey } from "./Queues.ts"

export interface FinishedEvent {
  readonly id: EventId
  readonly ruleId: RuleId
  readonly postCode: string
  /** When its charge was returned because no attempt could open a connection; null while it is paid. */
  readonly refundedAt: Date | null
}

export const makeSendAgain = (sql: SqlClient.SqlClient, ledger: Ledger["Service"]) => {
  /**
   * An event whose charge was returned is paid again. Otherwise a customer could refuse all connections, get the credits
   * back and then receive the events for free.
   */
  const chargeAgain = Effect.fnUntraced(function* (
    accountId: AccountId,
    endpointId: EndpointId,
    unpaid: ReadonlyArray<FinishedEvent>
  ) {
    if (unpaid.length === 0) return new Map<EventId, EventId>()
    const holds = yield* Effect.forEach(unpaid, (event) => Effect.map(newId("evt"), (holdId) => ({ event, holdId })))
    const made = yield* ledger.holdEach(
      holds.map(({ holdId }) => ({ accountId, holdId })),
      webhookEventPrice
    )
    const held = holds.filter(({ holdId }) => made.has(holdId))
    yield* ledger.settleEach(
      held.map(({ event, holdId }) => ({
        accountId,
        holdId,
        cost: webhookEventPrice,
        usage: webhookUsage({ ...event, endpointId, eventId: event.id })
      }))
    )
    return new Map(held.map(({ event, holdId }) => [event.id, holdId]))
  })

  const move = (
    { accountId }: EndpointKey,
    events: ReadonlyArray<FinishedEvent>,
    charges: ReadonlyMap<EventId, EventId>,
    time: Date
  ) =>
    sql`
      UPDATE webhook_events e SET state = ${moves.resend.to}, due_at = least(coalesce(e.due_at, ${time}), ${time}),
        failures = CASE e.state WHEN ${moves.resend.to} THEN e.failures ELSE 0 END, finished_at = NULL,
        charge_id = coalesce(n.charge_id, e.charge_id), connected = e.connected AND n.charge_id IS NULL,
        refunded_at = NULL
      FROM ${recordset(
        sql,
        "n",
        { id: "text", charge_id: "text" },
        events.map(({ id }) => ({ id, charge_id: charges.get(id) ?? null }))
      )}
      WHERE e.account_id = ${accountId} AND e.id = n.id AND ${sql.in("e.state", moves.resend.from)}`

  /** Returns how many events were made due, from the first on: fewer than given when the credits ran out. */
  return Effect.fnUntraced(function* (key: EndpointKey, events: ReadonlyArray<FinishedEvent>, time: Date) {
    const unpaid = events.filter(({ refundedAt }) => refundedAt !== null)
    const charges = yield* chargeAgain(key.accountId, key.endpointId, unpaid)
    const firstUnpaid = unpaid.find(({ id }) => !charges.has(id))
    const sent = firstUnpaid === undefined ? events : events.slice(0, events.indexOf(firstUnpaid))
    if (sent.length > 0) {
      yield* move(key, sent, charges, time)
      yield* sql`
        UPDATE webhook_queues SET next_at = least(coalesce(next_at, ${time}), ${time})
        WHERE account_id = ${key.accountId} AND endpoint_id = ${key.endpointId}`
      yield* sql`SELECT pg_notify(${outboxChannel}, '')`
    }
    return { events: sent.length, charged: charges.size * webhookEventPrice }
  })
}

export const isResendable = (state: EventState): boolean => moves.resend.from.some((from) => from === state)
