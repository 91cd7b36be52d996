/**
 * Background task that claims due events, sends them concurrently and records the results. A notification from the
 * process that created events wakes it, as do results, and a timer for the next due time; polling covers notifications
 * that were lost.
 */
import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, FiberHandle, FiberSet, Metric, Queue, Random, Stream } from "effect"
import { again, background } from "../../runtime/Background.ts"
import { failpoint } from "../../runtime/Failpoint.ts"
import { Settings } from "../../runtime/Settings.ts"
import { now } from "../../runtime/Time.ts"
import type { FreeSlots } from "./ClaimQueries.ts"
import type { Delivery } from "./Delivery.ts"
import { makeDeliver } from "./Deliver.ts"
import { Outbox, outboxChannel } from "./Outbox.ts"
import { makeResultBatches } from "./ResultBatches.ts"
import { attemptDeadlineMillis } from "./Sender.ts"

const pollInterval = "500 millis"
/** How long a stopping process waits for running attempts. */
const drainMillis = attemptDeadlineMillis + 2_000
/** Claimed at once, so that no transaction lasts long. */
const maxClaim = 256

const attempts = Metric.counter("webhook_attempts", { description: "Webhook delivery attempts", incremental: true })
const delivered = Metric.withAttributes(attempts, { outcome: "delivered" })
const failed = Metric.withAttributes(attempts, { outcome: "failed" })

/** Counts running deliveries. Slow endpoints may have half of the slots, so that the others always find free ones. */
const makeInFlight = Effect.fnUntraced(function* (slots: number, onFreed: Effect.Effect<unknown>) {
  const slowSlots = Math.ceil(slots / 2)
  const running = yield* FiberSet.make<void>()
  yield* Effect.addFinalizer(() =>
    failpoint("drain.begin").pipe(
      Effect.andThen(FiberSet.awaitEmpty(running)),
      Effect.timeoutOption(drainMillis),
      Effect.andThen(failpoint("drain.end"))
    )
  )
  let total = 0
  let slow = 0
  const count = (delivery: Delivery, change: 1 | -1) => {
    total += change
    if (delivery.slow) slow += change
  }
  const start = <R>(delivery: Delivery, send: Effect.Effect<void, never, R>) =>
    Effect.suspend(() => {
      count(delivery, 1)
      const finish = Effect.suspend(() => {
        // Only then can something due have been left for want of a slot.
        const wasFull = total >= slots || slow >= slowSlots
        count(delivery, -1)
        return wasFull ? onFreed : Effect.void
      })
      return FiberSet.run(running, Effect.ensuring(send, finish))
    })
  const free = Effect.sync((): FreeSlots => {
    const all = Math.min(maxClaim, Math.max(0, slots - total))
    return { total: all, slow: Math.min(all, Math.max(0, slowSlots - slow)) }
  })
  return { start, free }
})

const notifications = PgClient.PgClient.pipe(
  Effect.flatMap((pg) => pg.listen(outboxChannel)),
  Effect.map(Stream.fromQueue),
  Stream.unwrap
)

export const deliveryTask = Effect.gen(function* () {
  const outbox = yield* Outbox
  const deliver = yield* makeDeliver
  const { deliverySlots } = yield* Settings
  const batches = yield* makeResultBatches(outbox.record)
  const wake = yield* Queue.sliding<void>(1)
  const { start, free } = yield* makeInFlight(deliverySlots, Queue.offer(wake, undefined))
  const timer = yield* FiberHandle.make<unknown>()

  const wakeAt = Effect.fnUntraced(function* (time: Date) {
    const wait = Math.max(0, time.getTime() - (yield* Clock.currentTimeMillis))
    if (wait === 0) return yield* Queue.offer(wake, undefined)
    return yield* FiberHandle.run(timer, Effect.delay(Queue.offer(wake, undefined), wait))
  })

  const send = Effect.fnUntraced(
    function* (delivery: Delivery) {
      yield* failpoint("send.beforeDial")
      const attempt = yield* deliver(delivery)
      yield* failpoint("send.afterResponse")
      yield* Metric.update(attempt.delivered ? delivered : failed, 1)
      const nextAt = yield* batches({ delivery, attempt, jitter: yield* Random.next })
      if (nextAt !== null && nextAt <= (yield* now)) yield* Queue.offer(wake, undefined)
    },
    (effect, delivery) =>
      Effect.catchCause(effect, (cause) => Effect.logError(`Attempt ${delivery.attemptId} failed inside Heddle`, cause))
  )

  return yield* background({
    name: "webhook deliveries",
    role: "deliveries",
    every: pollInterval,
    wake: [notifications, Stream.fromQueue(wake)],
    run: Effect.gen(function* () {
      const { deliveries, nextAt } = yield* outbox.claim(yield* free)
      yield* Effect.forEach(deliveries, (delivery) => start(delivery, send(delivery)), { discard: true })
      if (deliveries.length > 0) return again
      if (nextAt !== null) yield* wakeAt(nextAt)
      return undefined
    }),
    // An event that was claimed but not sent would wait until its lease expires.
    onStop: "finish"
  })
})
