/**
 * Background task that claims due events, sends them concurrently and records the results. A notification from the
 * process that created events wakes it, as do results, and a timer for the next due time; polling covers notifications
 * that were lost.
 */
import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, FiberHandle, FiberSet, Queue, Random, Schedule, Semaphore, Stream } from "effect"
import { again, background } from "../../runtime/Background.ts"
import { makeBatcher } from "../../runtime/Batcher.ts"
import { failpoint } from "../../runtime/Failpoint.ts"
import { isOutage } from "../../runtime/Outage.ts"
import { Secrets } from "../../runtime/Secrets.ts"
import { Settings } from "../../runtime/Settings.ts"
import { now } from "../../runtime/Time.ts"
import type { Delivery } from "./Delivery.ts"
import { recordAttempt } from "./DeliveryMetrics.ts"
import { makeInFlight } from "./InFlight.ts"
import { outboxChannel } from "./NewEvents.ts"
import { Outbox } from "./Outbox.ts"
import type { Result } from "./Record.ts"
import { attemptDeadlineMillis, notSigned, Sender } from "./Sender.ts"

/** Decrypted secrets to keep: decrypting one takes longer than signing with it. */
const maxOpened = 10_000

/** Returns how to deliver. */
export const makeDeliver = Effect.gen(function* () {
  const sender = yield* Sender
  const secrets = yield* Secrets
  const opened = new Map<string, string>()

  const open = Effect.fnUntraced(function* (sealed: string) {
    const known = opened.get(sealed)
    if (known !== undefined) return known
    const secret = yield* secrets.open(Buffer.from(sealed, "base64"))
    if (opened.size >= maxOpened) opened.clear()
    opened.set(sealed, secret)
    return secret
  })

  // Without a span, which would cost as much as signing.
  return Effect.fnUntraced(function* (delivery: Delivery) {
    const time = yield* now
    const live = delivery.secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > time)
    const keys = yield* Effect.forEach(live, ({ sealed }) => open(sealed)).pipe(
      Effect.catchDefect((defect) =>
        Effect.as(Effect.logError(`Attempt ${delivery.attemptId} has no secret`, defect), [])
      )
    )
    if (keys.length === 0) return notSigned
    return yield* sender.send({
      url: delivery.url,
      secrets: keys,
      standardWebhooks: delivery.standardWebhooks,
      id: delivery.eventId,
      body: delivery.body,
      attempt: delivery.attempt,
      idempotencyKey: delivery.eventId
    })
  })
})

const pollInterval = "500 millis"
/** How long a stopping process waits for running attempts. */
const drainMillis = attemptDeadlineMillis + 2_000
/** Between two claims, so that in a burst one claim takes many events. */
const claimGapMillis = 5
/** Between two looks for attempts of dead processes. */
const lostMillis = 1_000
/** Between two tries to record results while the database is down. */
const outageInterval = "250 millis"

const notifications = PgClient.PgClient.pipe(
  Effect.flatMap((pg) => pg.listen(outboxChannel)),
  Effect.map(Stream.fromQueue),
  Stream.unwrap
)

export const deliveryTask = Effect.gen(function* () {
  const outbox = yield* Outbox
  const deliver = yield* makeDeliver
  const { deliverySlots } = yield* Settings
  // Claims and results work on the same rows: taking turns is faster than finding them locked.
  const turns = yield* Semaphore.make(1)
  const results = yield* makeBatcher({
    // While the database is down, a batch is repeated. Once the leases of its attempts have ended, events may be sent
    // again; the results then change the log alone.
    write: (batch: ReadonlyArray<Result>) =>
      turns
        .withPermit(outbox.record(batch))
        .pipe(Effect.retry({ schedule: Schedule.spaced(outageInterval), while: isOutage })),
    lost: ({ delivery }, cause) =>
      Effect.as(
        Effect.logError(
          `The result of attempt ${delivery.attemptId} could not be recorded; the event is sent again`,
          cause
        ),
        null
      )
  })
  const wake = yield* Queue.sliding<void>(1)
  const timer = yield* FiberHandle.make<unknown>()
  const running = yield* FiberSet.make<void>()
  const inFlight = makeInFlight(deliverySlots)
  yield* Effect.addFinalizer(() =>
    failpoint("drain.begin").pipe(
      Effect.andThen(FiberSet.awaitEmpty(running)),
      Effect.timeoutOption(drainMillis),
      Effect.andThen(failpoint("drain.end"))
    )
  )

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
      yield* recordAttempt(delivery, attempt, yield* Clock.currentTimeMillis)
      const nextAt = yield* yield* results.submit({ delivery, attempt, jitter: yield* Random.next })
      if (nextAt !== null && nextAt <= (yield* now)) yield* Queue.offer(wake, undefined)
    },
    (effect, delivery) =>
      Effect.catchCause(effect, (cause) => Effect.logError(`Attempt ${delivery.attemptId} failed inside Heddle`, cause))
  )

  const start = Effect.fnUntraced(function* (delivery: Delivery) {
    const end = inFlight.start(delivery, yield* Clock.currentTimeMillis)
    const finish = Effect.suspend(() => (end() ? Queue.offer(wake, undefined) : Effect.void))
    return yield* FiberSet.run(running, Effect.ensuring(send(delivery), finish))
  })

  const markSlow = Effect.gen(function* () {
    const overdue = inFlight.age(yield* Clock.currentTimeMillis)
    if (overdue.length > 0) yield* turns.withPermit(outbox.markSlow(overdue))
  })

  /** When to look again, if nothing wakes the task before. */
  const planNext = Effect.fnUntraced(function* (nextAt: Date | null) {
    const agesAt = inFlight.agesAt()
    const times = [...(nextAt === null ? [] : [nextAt.getTime()]), ...(agesAt === null ? [] : [agesAt])]
    if (times.length > 0) yield* wakeAt(new Date(Math.min(...times)))
  })

  let lostAt = 0
  const releaseLost = Effect.gen(function* () {
    const time = yield* Clock.currentTimeMillis
    if (time - lostAt < lostMillis) return
    lostAt = time
    yield* outbox.releaseLost
  })

  let lastClaimAt = 0
  const gap = Effect.gen(function* () {
    const wait = lastClaimAt + claimGapMillis - (yield* Clock.currentTimeMillis)
    if (wait > 0 && wait <= claimGapMillis) yield* Effect.sleep(wait)
    lastClaimAt = yield* Clock.currentTimeMillis
  })

  return yield* background({
    name: "webhook deliveries",
    role: "deliveries",
    every: pollInterval,
    wake: [notifications, Stream.fromQueue(wake)],
    run: Effect.gen(function* () {
      yield* gap
      yield* markSlow
      yield* releaseLost
      const { deliveries, nextAt } = yield* turns.withPermit(outbox.claim(inFlight.free()))
      yield* Effect.forEach(deliveries, start, { discard: true })
      if (deliveries.length > 0) return again
      yield* planNext(nextAt)
      return undefined
    }),
    // An event that was claimed but not sent would wait until its lease expires.
    onStop: "finish"
  })
})
