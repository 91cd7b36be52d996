/**
 * Claims due events of many endpoints in one transaction. Before anything is sent, it takes slots of each endpoint's rate
 * window, charges first attempts, freezes their bodies and starts the leases.
 *
 * Endpoints are served in the order in which they fell due, each with an equal share of what is free; one with more to
 * send goes to the end of the line. A claim never waits for a lock: what another process works on is left to it.
 */
import { type EndpointId, type RuleId, webhookEventPrice } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Charge } from "../../credits/ledger/LedgerCommands.ts"
import { lockFreeAccounts } from "../../accounts/customers/AccountLock.ts"
import type { AccountCharge, Ledger } from "../../credits/ledger/Ledger.ts"
import { recordset } from "../../database/client/Recordset.ts"
import { failpoint } from "../../runtime/Failpoint.ts"
import { type DeliveryId, type EventId, newId, type ReservationId } from "../../runtime/Ids.ts"
import { now, plusMillis } from "../../runtime/Time.ts"
import type { AuthorColumns, PostRow } from "../../store/posts/PostRow.ts"
import { postsByCode } from "../../store/posts/PostsByCode.ts"
import { newestFirst } from "../management/SigningSecrets.ts"
import { makeAttemptLog } from "./AttemptLog.ts"
import { freeConcurrency, isOpen } from "./EndpointHealth.ts"
import { eventBody } from "./EventBody.ts"
import { type EventState, moves } from "./EventState.ts"
import { blockedUntil, type EndpointKey, type EndpointQueue, keyOf, makeQueues, queueColumns } from "./Queues.ts"
import { correctSlot, freeSlots, type RateWindow, takeSlots } from "./RateWindow.ts"
import { attemptDeadlineMillis } from "./Sender.ts"

/** A secret as stored. `expiresAt` is judged when an attempt is signed. */
export interface SealedSecret {
  /** In base64. */
  readonly sealed: string
  readonly expiresAt: Date | null
}

export interface Delivery extends EndpointKey {
  readonly eventId: EventId
  readonly ruleId: RuleId
  readonly postCode: string
  readonly attemptId: DeliveryId
  /** Counts claims, from 1. */
  readonly attempt: number
  readonly startedAt: Date
  /** Failed attempts since the event was created or sent again by hand. */
  readonly failures: number
  /** Whether a former attempt opened a connection. */
  readonly connected: boolean
  /** The hold that paid for the event. */
  readonly chargeId: ReservationId
  readonly url: string
  readonly standardWebhooks: boolean
  /** Newest first. */
  readonly secrets: ReadonlyArray<SealedSecret>
  readonly body: string
  /** Whether the endpoint shares the slots of slow endpoints. */
  readonly slow: boolean
}

/** Attempts that a process can start now. */
export interface FreeSlots {
  readonly total: number
  /** Of these, for endpoints that are slow or have not answered yet. */
  readonly slow: number
}

export interface Claimed {
  /** In the order in which they fell due. */
  readonly deliveries: ReadonlyArray<Delivery>
  /** When to look again; null while nothing waits. A notification or a result can make it earlier. */
  readonly nextAt: Date | null
}

const maxEndpoints = 64
const maxPerEndpoint = 32
/** Before endpoints are tried again that another transaction had locked. */
const busyMillis = 20

type QueueRow = EndpointQueue & {
  readonly url: string
  readonly standardWebhooks: boolean
  readonly secrets: ReadonlyArray<{ readonly sealed: string; readonly expiresAt: number | null }>
}

interface DueRow extends EndpointKey {
  readonly id: EventId
  readonly ruleId: RuleId
  readonly ruleType: "keyword" | "trending"
  readonly ruleKeyword: string | null
  readonly postCode: string
  readonly state: EventState
  readonly body: string | null
  readonly attempt: number
  readonly attemptId: DeliveryId | null
  readonly attemptStartedAt: Date | null
  readonly failures: number
  readonly connected: boolean
  readonly chargeId: ReservationId | null
  readonly dueAt: Date
}

/** What of an endpoint's due events a claim takes, and the queue afterwards. */
interface Taken {
  readonly queue: QueueRow
  readonly rows: ReadonlyArray<DueRow>
}

export const makeClaim = (sql: SqlClient.SqlClient, ledger: Ledger["Service"], leaseMillis: number) => {
  const queues = makeQueues(sql)
  const log = makeAttemptLog(sql)

  const eventColumns = sql.literal(
    "account_id, endpoint_id, id, rule_id, rule_type, rule_keyword, post_code, state, body, attempt, attempt_id, " +
      "attempt_started_at, failures, connected, charge_id, due_at"
  )

  const headsOf = (slow: boolean) => sql`
    (SELECT next_at FROM webhook_queues WHERE slow = ${slow} AND next_at IS NOT NULL ORDER BY next_at LIMIT 1)`

  /** When the next endpoints fall due. Those that are slow are left out while they may not be claimed. */
  const heads = (free: FreeSlots) =>
    sql<{ nextAt: Date }>`${headsOf(false)} ${free.slow > 0 ? sql`UNION ALL ${headsOf(true)}` : sql``}`

  const dueQueues = (slow: boolean, limit: number, time: Date) => sql`
    (SELECT * FROM webhook_queues WHERE slow = ${slow} AND next_at <= ${time}
      ORDER BY next_at LIMIT ${Math.min(limit, maxEndpoints)} FOR UPDATE SKIP LOCKED)`

  const lockDue = (free: FreeSlots, time: Date) =>
    sql<QueueRow>`
      WITH fast AS MATERIALIZED ${dueQueues(false, free.total, time)},
      slow AS MATERIALIZED ${dueQueues(true, free.slow, time)},
      due AS (SELECT * FROM fast UNION ALL SELECT * FROM slow),
      locked AS MATERIALIZED (${lockFreeAccounts(sql, sql`SELECT account_id FROM due`)})
      SELECT ${queueColumns(sql, "q")}, e.url, e.standard_webhooks, (
        SELECT json_agg(
          json_build_object(
            'sealed', encode(s.sealed_secret, 'base64'), 'expiresAt', extract(epoch FROM s.expires_at) * 1000
          ) ORDER BY ${newestFirst(sql)}
        ) FROM webhook_secrets s WHERE s.account_id = q.account_id AND s.endpoint_id = q.endpoint_id
      ) AS secrets
      FROM due q JOIN locked l ON l.id = q.account_id
      JOIN webhook_endpoints e ON e.account_id = q.account_id AND e.id = q.endpoint_id
      ORDER BY q.next_at`

  /**
   * Of each queue the events whose process died, and those that wait: at most `limit` of each kind, and one more waiting
   * one if there are more. A dead attempt is in flight until it is taken over, so it never queues behind waiting events.
   */
  const dueEvents = Effect.fnUntraced(function* (wanted: ReadonlyArray<EndpointQueue>, limit: number, time: Date) {
    const keys = recordset(
      sql,
      "q",
      { account_id: "text", endpoint_id: "text" },
      wanted.map(({ accountId, endpointId }) => ({ account_id: accountId, endpoint_id: endpointId }))
    )
    const rows = yield* sql<DueRow>`
      SELECT e.* FROM ${keys}, LATERAL (
        (SELECT ${eventColumns} FROM webhook_events w
          WHERE w.account_id = q.account_id AND w.endpoint_id = q.endpoint_id
            AND w.state = 'sending' AND w.due_at <= ${time}
          ORDER BY w.due_at LIMIT ${limit})
        UNION ALL
        (SELECT ${eventColumns} FROM webhook_events w
          WHERE w.account_id = q.account_id AND w.endpoint_id = q.endpoint_id
            AND w.state <> 'sending' AND w.due_at <= ${time}
          ORDER BY w.due_at, w.sequence LIMIT ${limit + 1})
      ) e`
    return Map.groupBy(rows, keyOf)
  })

  /** Cancels events whose post was deleted before the first attempt. */
  const cancelDeleted = Effect.fnUntraced(function* (rows: ReadonlyArray<DueRow>, time: Date) {
    if (rows.length === 0) return
    yield* sql`
      UPDATE webhook_events e SET state = ${moves.cancel.to}, due_at = NULL, finished_at = ${time}
      FROM ${recordset(sql, "n", { account_id: "text", id: "text" }, rows.map(rowKey))}
      WHERE e.account_id = n.account_id AND e.id = n.id`
    yield* ledger.releaseEach(rows.map(({ accountId, id }) => ({ accountId, holdId: id })))
  })

  const startAttempts = (deliveries: ReadonlyArray<Delivery>, time: Date) =>
    sql`
      UPDATE webhook_events e SET state = ${moves.start.to}, attempt = n.attempt, body = n.body,
        due_at = ${plusMillis(time, leaseMillis)}, attempt_id = n.attempt_id, attempt_started_at = ${time},
        connected = n.connected
      FROM ${recordset(
        sql,
        "n",
        { account_id: "text", id: "text", attempt: "integer", attempt_id: "text", body: "text", connected: "boolean" },
        deliveries.map(({ accountId, eventId, attempt, attemptId, body, connected }) => ({
          account_id: accountId,
          id: eventId,
          attempt,
          attempt_id: attemptId,
          body,
          connected
        }))
      )} WHERE e.account_id = n.account_id AND e.id = n.id`

  const takeDue = Effect.fnUntraced(function* (free: FreeSlots) {
    const time = yield* now
    const locked = yield* lockDue(free, time)
    if (locked.length === 0) return []
    const share = Math.min(maxPerEndpoint, Math.ceil(free.total / locked.length))
    const due = yield* dueEvents(locked, share, time)
    const taken = takeWithin(locked, due, free, share, time)
    const rows = taken.flatMap((one) => one.rows)
    const first = rows.filter(({ body }) => body === null)
    const posts = yield* postsByCode(
      sql,
      first.map(({ postCode }) => postCode)
    )
    const deleted = new Set(first.filter(({ postCode }) => !posts.has(postCode)))
    yield* cancelDeleted([...deleted], time)
    yield* ledger.settleEach(first.filter((row) => !deleted.has(row)).map(chargeOf))
    const lost = rows.flatMap((row) => lostAttempt(row, locked))
    if (lost.length > 0) {
      yield* log.insertLost(lost)
      yield* failpoint("claim.takeOver")
    }
    const deliveries = yield* Effect.forEach(
      taken.flatMap(({ queue, rows }) => rows.filter((row) => !deleted.has(row)).map((row) => ({ queue, row }))),
      ({ queue, row }) =>
        Effect.map(newId("dlv"), (attemptId) => deliveryOf(queue, row, attemptId, time, posts.get(row.postCode)))
    )
    if (deliveries.length > 0) yield* startAttempts(deliveries, time)
    yield* queues.save(
      taken.map((one) => {
        const queue = withoutDeleted(one, deleted, time)
        return { queue, blockedUntil: blockedUntil(queue, time) }
      })
    )
    yield* failpoint("claim.beforeCommit")
    const dueAt = new Map(rows.map(({ id, dueAt }) => [id, dueAt.getTime()]))
    return deliveries.toSorted((a, b) => (dueAt.get(a.eventId) ?? 0) - (dueAt.get(b.eventId) ?? 0))
  })

  return Effect.fn("Outbox.claim")(function* (free: FreeSlots) {
    if (free.total === 0) return { deliveries: [], nextAt: null }
    const deliveries = yield* sql.withTransaction(takeDue(free))
    if (deliveries.length > 0) {
      yield* failpoint("claim.afterCommit")
      return { deliveries, nextAt: yield* now }
    }
    const time = yield* now
    const [head] = (yield* heads(free)).toSorted((a, b) => a.nextAt.getTime() - b.nextAt.getTime())
    if (head === undefined) return { deliveries, nextAt: null }
    // What is due and was not taken is locked by another transaction.
    return { deliveries, nextAt: head.nextAt > time ? head.nextAt : plusMillis(time, busyMillis) }
  }, Effect.orDie)
}

const rowKey = ({ accountId, id }: DueRow) => ({ account_id: accountId, id })

/** Distributes the free slots over the endpoints, within what each endpoint may have. */
const takeWithin = (
  locked: ReadonlyArray<QueueRow>,
  due: ReadonlyMap<string, ReadonlyArray<DueRow>>,
  free: FreeSlots,
  share: number,
  time: Date
): ReadonlyArray<Taken> => {
  let { total, slow } = free
  return locked.map((queue) => {
    const allowed = isOpen(queue, time) ? 0 : freeSlots(queue.recentSends, time)
    let slots = Math.min(share, allowed, total, queue.slow ? slow : total)
    let capacity = freeConcurrency(queue, queue.inFlight, time)
    const rows: Array<DueRow> = []
    for (const row of due.get(keyOf(queue)) ?? []) {
      // An event that is taken over from a dead process counts as in flight already.
      const needed = row.state === moves.takeOver.to ? 0 : 1
      if (slots === 0 || capacity < needed) break
      rows.push(row)
      slots -= 1
      capacity -= needed
    }
    total -= rows.length
    if (queue.slow) slow -= rows.length
    const started = rows.filter(({ state }) => state !== moves.takeOver.to).length
    const recentSends = takeSlots(rows.reduce(withLostSlot, queue.recentSends), time, rows.length)
    return { queue: { ...queue, inFlight: queue.inFlight + started, recentSends }, rows }
  })
}

/** Nobody knows when an attempt of a dead process was sent; it was not later than its deadline. */
const withLostSlot = (window: RateWindow, { attemptStartedAt }: DueRow): RateWindow =>
  attemptStartedAt === null
    ? window
    : correctSlot(window, attemptStartedAt, plusMillis(attemptStartedAt, attemptDeadlineMillis))

/** Events that were cancelled instead need neither a slot nor a place in flight. */
const withoutDeleted = ({ queue, rows }: Taken, deleted: ReadonlySet<DueRow>, time: Date): QueueRow => {
  const cancelled = rows.filter((row) => deleted.has(row)).length
  return {
    ...queue,
    inFlight: queue.inFlight - cancelled,
    recentSends: takeSlots(queue.recentSends, time, -cancelled)
  }
}

const lostAttempt = (row: DueRow, locked: ReadonlyArray<QueueRow>) =>
  row.attemptId === null || row.attemptStartedAt === null
    ? []
    : [
        {
          accountId: row.accountId,
          endpointId: row.endpointId,
          attemptId: row.attemptId,
          eventId: row.id,
          ruleId: row.ruleId,
          postCode: row.postCode,
          attempt: row.attempt,
          startedAt: row.attemptStartedAt,
          url: locked.find((queue) => keyOf(queue) === keyOf(row))?.url ?? ""
        }
      ]

/** The first claim freezes the body; retries send identical bytes. */
const deliveryOf = (
  queue: QueueRow,
  row: DueRow,
  attemptId: DeliveryId,
  startedAt: Date,
  post: (PostRow & AuthorColumns) | undefined
): Delivery => ({
  accountId: row.accountId,
  endpointId: row.endpointId,
  eventId: row.id,
  ruleId: row.ruleId,
  postCode: row.postCode,
  attemptId,
  attempt: row.attempt + 1,
  startedAt,
  failures: row.failures,
  // An attempt whose process died may have been sent.
  connected: row.connected || row.state === moves.takeOver.to,
  chargeId: row.chargeId ?? row.id,
  url: queue.url,
  standardWebhooks: queue.standardWebhooks,
  secrets: queue.secrets.map(({ sealed, expiresAt }) => ({
    sealed,
    expiresAt: expiresAt === null ? null : new Date(expiresAt)
  })),
  body:
    row.body ??
    (post === undefined
      ? ""
      : JSON.stringify(eventBody(post, { id: row.ruleId, type: row.ruleType, keyword: row.ruleKeyword }))),
  slow: queue.slow
})

const chargeOf = ({ accountId, endpointId, id, ruleId, postCode }: DueRow): AccountCharge => ({
  accountId,
  holdId: id,
  cost: webhookEventPrice,
  usage: webhookUsage(endpointId, { event: id, rule: ruleId, post: postCode })
})

/** What the usage history shows of an event. */
export const webhookUsage = (
  endpointId: EndpointId,
  parameters: Readonly<Record<string, string>>
): Charge["usage"] => ({
  keyId: null,
  requestId: null,
  source: `webhook ${endpointId}`,
  apiType: "webhook",
  parameters
})
