/**
 * The daily credit cap of an endpoint: what the events of one UTC day may cost. An event counts on the day on which a
 * round makes it, and stays counted when it is cancelled or refunded. Events beyond the cap are not made: the account's
 * whole window is checked again after midnight (`Round.ts`), which makes those whose posts are still within it.
 *
 * Only `Outbox.add` changes what is spent, under the lock of the account.
 */
import { type AccountId, type EndpointId, webhookEventPrice } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { listed, recordset } from "../../database/client/Recordset.ts"
import { dayOf, isoDay, startOf } from "../../runtime/Time.ts"
import { type EndpointKey, keyOf } from "./Queues.ts"

export interface Capped extends EndpointKey {
  /** Credits that the endpoint's events may still cost today; null without a cap. */
  readonly room: number | null
}

/** The events that the caps of their endpoints allow, in their order. Pure. */
export const withinCaps = <Event extends Capped>(events: ReadonlyArray<Event>): ReadonlyArray<Event> => {
  const left = new Map<EndpointId, number>()
  return events.filter(({ endpointId, room }) => {
    if (room === null) return true
    const credits = left.get(endpointId) ?? room
    if (credits < webhookEventPrice) return false
    left.set(endpointId, credits - webhookEventPrice)
    return true
  })
}

export const makeDailyCap = (sql: SqlClient.SqlClient) => {
  const day = (time: Date) => sql`${isoDay(dayOf(time))}::date`

  /** For `SELECT`, of an endpoint `p` and its queue `q`. */
  const room = (time: Date) => sql`
    p.daily_credit_cap - CASE WHEN q.spent_on = ${day(time)} THEN q.spent ELSE 0 END AS room`

  /** Counts new events of locked accounts. */
  const spend = Effect.fnUntraced(function* (events: ReadonlyArray<Capped>, time: Date) {
    const spent = new Map<string, EndpointKey & { readonly credits: number }>()
    for (const event of events) {
      const credits = (spent.get(keyOf(event))?.credits ?? 0) + webhookEventPrice
      if (event.room !== null) spent.set(keyOf(event), { ...event, credits })
    }
    if (spent.size === 0) return
    yield* sql`
      UPDATE webhook_queues q SET spent_on = ${day(time)},
        spent = CASE WHEN q.spent_on = ${day(time)} THEN q.spent ELSE 0 END + n.credits
      FROM ${recordset(sql, "n", { accountId: "text", endpointId: "text", credits: "bigint" }, [...spent.values()])}
      WHERE q.account_id = n.account_id AND q.endpoint_id = n.endpoint_id`
  })

  /** Has the whole window of these accounts checked after the next midnight. */
  const recheckTomorrow = Effect.fnUntraced(function* (accounts: ReadonlySet<AccountId>, time: Date) {
    if (accounts.size === 0) return
    const midnight = startOf(dayOf(time) + 1)
    yield* sql`
      UPDATE webhook_rounds SET recheck_at = ${midnight}
      WHERE account_id IN ${listed([...accounts])} AND recheck_at IS DISTINCT FROM ${midnight}`
  })

  return { room, spend, recheckTomorrow }
}
