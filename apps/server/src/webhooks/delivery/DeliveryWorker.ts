/**
 * Sends what is due: claims as many events as it can send at once, sends them side by side, records each. Woken by a
 * notification from whichever process made events; a poll catches what it misses.
 */
import { PgClient } from "@effect/sql-pg"
import { Effect, FiberSet, Layer, Metric, Queue, Random, Stream } from "effect"
import { Secrets } from "../../runtime/Secrets.ts"
import { type Delivery, Outbox, outboxChannel } from "./Outbox.ts"
import { attemptDeadlineMillis, Sender } from "./Sender.ts"

const maxInFlight = 64
/** So that an endpoint that hangs leaves room for the others. */
const maxInFlightPerEndpoint = 16
const pollInterval = "500 millis"
/** What a stopping process gives running attempts to end in. */
const drainMillis = attemptDeadlineMillis + 2_000

const attempts = Metric.counter("webhook_attempts", { description: "Webhook delivery attempts", incremental: true })

const deliver = Effect.fn("deliver")(function* (delivery: Delivery) {
  const outbox = yield* Outbox
  const sender = yield* Sender
  const secrets = yield* Secrets
  const secret = yield* secrets.open(delivery.sealedSecret)
  const result = yield* sender.send({
    url: delivery.url,
    secrets: [secret],
    body: delivery.body,
    attempt: delivery.attempt,
    idempotencyKey: delivery.eventId
  })
  yield* Metric.update(Metric.withAttributes(attempts, { outcome: result.delivered ? "delivered" : "failed" }), 1)
  yield* outbox.record(delivery, result, yield* Random.next)
})

export const DeliveryWorker = Layer.effectDiscard(
  Effect.gen(function* () {
    const outbox = yield* Outbox
    const pg = yield* PgClient.PgClient
    const wake = yield* Queue.sliding<void>(1)
    const running = yield* FiberSet.make<void>()
    yield* Effect.addFinalizer(() =>
      FiberSet.awaitEmpty(running).pipe(Effect.timeoutOption(drainMillis), Effect.ignore)
    )

    yield* pg.listen(outboxChannel).pipe(
      Effect.flatMap((notifications) =>
        Stream.fromQueue(notifications).pipe(Stream.runForEach(() => Queue.offer(wake, undefined)))
      ),
      Effect.scoped,
      // Without notifications the poll still finds everything, only later.
      Effect.catchCause((cause) => Effect.logWarning("Listening for new events failed; polling goes on", cause)),
      Effect.delay("1 second"),
      Effect.forever,
      Effect.forkScoped
    )

    const inFlight = new Map<string, number>()
    const freeOf = (endpointId: string) => maxInFlightPerEndpoint - (inFlight.get(endpointId) ?? 0)
    const begin = ({ endpointId }: Delivery) => void inFlight.set(endpointId, (inFlight.get(endpointId) ?? 0) + 1)
    const end = ({ endpointId }: Delivery) => {
      const left = (inFlight.get(endpointId) ?? 0) - 1
      if (left > 0) inFlight.set(endpointId, left)
      else inFlight.delete(endpointId)
    }

    const sendOne = (delivery: Delivery) =>
      deliver(delivery).pipe(
        Effect.catchCause((cause) => Effect.logError(`Attempt ${delivery.attemptId} could not be recorded`, cause)),
        Effect.ensuring(
          Effect.andThen(
            Effect.sync(() => end(delivery)),
            Queue.offer(wake, undefined)
          )
        )
      )

    const start = (delivery: Delivery) =>
      Effect.suspend(() => {
        begin(delivery)
        return FiberSet.run(running, sendOne(delivery))
      })

    const step = Effect.gen(function* () {
      const free = maxInFlight - (yield* FiberSet.size(running))
      const claimed = free > 0 ? yield* outbox.claim(free, freeOf) : []
      yield* Effect.forEach(claimed, start, { discard: true })
      if (claimed.length === 0) yield* Queue.take(wake).pipe(Effect.timeoutOption(pollInterval))
    }).pipe(
      Effect.catchCause((cause) =>
        Effect.logError("Claiming events failed; trying again", cause).pipe(Effect.andThen(Effect.sleep("1 second")))
      )
    )

    yield* step.pipe(Effect.forever, Effect.forkScoped)
  })
)
