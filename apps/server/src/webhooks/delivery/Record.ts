/**
 * Records the results of attempts to many endpoints in one transaction: the log, the state of each event, the queue, the
 * health and the figures of each endpoint, refunds, and notices about the circuit breaker. A result is fenced by the id of
 * its attempt: after another process took the event over, it changes the log alone.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Ledger } from "../../credits/ledger/Ledger.ts"
import { recordset } from "../../database/client/Recordset.ts"
import { failpoint } from "../../runtime/Failpoint.ts"
import { now, plusMillis } from "../../runtime/Time.ts"
import type { DeliveryId } from "../../runtime/Ids.ts"
import type { BreakerNotices } from "./BreakerNotices.ts"
import { makeHealthLog } from "./HealthLog.ts"
import { logAgain, loggedColumns, loggedRow, logFrom } from "./AttemptLog.ts"
import { type Delivery, webhookUsage } from "./Delivery.ts"
import { countMoved } from "./EndpointDays.ts"
import { afterResult } from "./EndpointHealth.ts"
import { moves } from "./EventState.ts"
import { blockedUntil, type EndpointQueue, keyOf, makeQueues } from "./Queues.ts"
import { correctSlot } from "./RateWindow.ts"
import { retryDelayMillis } from "./RetryPolicy.ts"
import type { AttemptResult } from "./Sender.ts"

export interface Result {
  readonly delivery: Delivery
  readonly attempt: AttemptResult
  /** Random, in [0, 1): spreads retries. */
  readonly jitter: number
}

interface Outcome extends Result {
  readonly move: (typeof moves)["deliver" | "retry" | "fail"]
  readonly failures: number
  readonly dueAt: Date | null
  readonly refund: boolean
}

/** What becomes of an event. A failure of ours uses up no retry; it is tried again after the first delay. */
const outcomeOf = (result: Result, time: Date): Outcome => {
  const { delivery, attempt, jitter } = result
  if (attempt.delivered) {
    return { ...result, move: moves.deliver, failures: delivery.failures, dueAt: null, refund: false }
  }
  const ours = attempt.faultOwner === "us"
  const failures = delivery.failures + (ours ? 0 : 1)
  const delay = retryDelayMillis(Math.max(1, failures), jitter, attempt.retryAfterMillis)
  if (delay !== null) {
    return { ...result, move: moves.retry, failures, dueAt: plusMillis(time, delay), refund: false }
  }
  return { ...result, move: moves.fail, failures, dueAt: null, refund: !delivery.connected && !attempt.connected }
}

export const makeRecord = (sql: SqlClient.SqlClient, ledger: Ledger["Service"], notices: BreakerNotices["Service"]) => {
  const queues = makeQueues(sql)
  const logHealth = makeHealthLog()

  /** Moves the events, counts and logs their attempts. Leaves out those that another process took over. */
  const moveEvents = (outcomes: ReadonlyArray<Outcome>, time: Date) =>
    sql<{ attemptId: DeliveryId; refunded: boolean }>`
      WITH moved AS (
        UPDATE webhook_events e SET state = n.state, failures = n.failures, due_at = n.due_at,
          finished_at = n.finished_at, connected = e.connected OR n.connected,
          refunded_at = CASE WHEN NOT e.connected THEN n.refunded_at END, attempt_id = NULL, attempt_started_at = NULL,
          attempt_process = NULL
        FROM ${recordset(
          sql,
          "n",
          {
            ...loggedColumns,
            state: "text",
            failures: "integer",
            dueAt: "timestamptz",
            finishedAt: "timestamptz",
            connected: "boolean",
            refundedAt: "timestamptz"
          },
          outcomes.map(({ delivery, attempt, move, failures, dueAt, refund }) => ({
            ...loggedRow(delivery, attempt),
            state: move.to,
            failures,
            dueAt,
            finishedAt: dueAt === null ? time : null,
            connected: attempt.connected,
            refundedAt: refund ? time : null
          }))
        )}
        WHERE e.account_id = n.account_id AND e.id = n.event_id AND e.attempt_id = n.attempt_id AND e.state = ${sending}
        RETURNING ${sql.csv(loggedNames.map((name) => sql`n.${sql(name)}`))}, e.refunded_at IS NOT NULL AS refunded
      ), counted AS (${countMoved(sql)}
      ), logged AS (${logFrom(sql, sql`moved`)})
      SELECT attempt_id, refunded FROM moved`

  const refund = Effect.fnUntraced(function* (outcomes: ReadonlyArray<Outcome>) {
    if (outcomes.length === 0) return
    yield* failpoint("record.refund")
    yield* ledger.refundEach(
      outcomes.map(({ delivery }) => ({
        accountId: delivery.accountId,
        chargeId: delivery.chargeId,
        usage: webhookUsage(delivery)
      }))
    )
  })

  const saveQueues = Effect.fnUntraced(function* (
    before: ReadonlyArray<EndpointQueue>,
    results: ReadonlyMap<string, ReadonlyArray<Result>>,
    moved: ReadonlySet<DeliveryId>,
    time: Date
  ) {
    const saved = before.map((queue) => {
      const ofQueue = results.get(keyOf(queue)) ?? []
      const after = ofQueue.reduce((one, result) => withResult(one, result, moved, time), queue)
      return { queue: after, before: queue, blockedUntil: blockedUntil(after, time), waitingSince: null }
    })
    const nextAt = yield* queues.save(saved)
    yield* Effect.forEach(saved, (one) => notices.tell(one.before, one.queue), { discard: true })
    return { nextAt, changes: saved.map(({ before, queue }) => ({ before, after: queue })) }
  })

  const record = Effect.fnUntraced(function* (results: ReadonlyArray<Result>) {
    const time = yield* now
    const outcomes = results.map((result) => outcomeOf(result, time))
    const refunds = outcomes.filter((outcome) => outcome.refund)
    const accounts = new Set(refunds.map(({ delivery }) => delivery.accountId))
    yield* Effect.forEach([...accounts].toSorted(), (accountId) => ledger.lock(accountId), { discard: true })
    const before = yield* queues.lock(results.map(({ delivery }) => delivery))
    const rows = yield* moveEvents(outcomes, time)
    const moved = new Set(rows.map(({ attemptId }) => attemptId))
    const late = results.filter(({ delivery }) => !moved.has(delivery.attemptId))
    if (late.length > 0) {
      yield* logAgain(
        sql,
        late.map(({ delivery, attempt }) => [delivery, attempt])
      )
    }
    // Except those that a stream has sent in the meantime.
    const refunded = new Set(rows.flatMap((row) => (row.refunded ? [row.attemptId] : [])))
    yield* refund(refunds.filter(({ delivery }) => refunded.has(delivery.attemptId)))
    const byQueue = Map.groupBy(results, ({ delivery }) => keyOf(delivery))
    return yield* Effect.tap(saveQueues(before, byQueue, moved, time), failpoint("record.beforeCommit"))
  })

  /** Returns when one of these endpoints has something to claim next. */
  return Effect.fn("Outbox.record")(function* (results: ReadonlyArray<Result>) {
    const { nextAt, changes } = yield* sql.withTransaction(record(results))
    yield* failpoint("record.afterCommit")
    yield* logHealth(changes)
    return nextAt
  })
}

const [sending] = moves.deliver.from
const loggedNames = Object.keys(loggedColumns)

const withResult = (
  queue: EndpointQueue,
  { delivery, attempt }: Result,
  moved: ReadonlySet<DeliveryId>,
  time: Date
): EndpointQueue =>
  moved.has(delivery.attemptId)
    ? {
        ...queue,
        ...afterResult(queue, attempt, time),
        inFlight: Math.max(0, queue.inFlight - 1),
        recentSends: correctSlot(queue.recentSends, delivery.startedAt, attempt.sentAt, attempt.sentTwice)
      }
    : queue
