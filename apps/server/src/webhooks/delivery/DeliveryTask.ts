/**
 * Sends what is due: claims as many events as it can send at once, sends them concurrently, records each. Woken by a
 * notification from the process that made events; a poll finds what notifications miss.
 */
import type { EndpointId } from "@heddle/api"
import { PgClient } from "@effect/sql-pg"
import { Effect, FiberSet, Metric, Queue, Random, Stream } from "effect"
import { again, background } from "../../runtime/Background.ts"
import { Secrets } from "../../runtime/Secrets.ts"
import type { Delivery } from "./Claim.ts"
import { Outbox, outboxChannel } from "./Outbox.ts"
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

/** How many deliveries run, in all and for each endpoint. */
const makeInFlight = Effect.gen(function* () {
  const running = yield* FiberSet.make<void>()
  yield* Effect.addFinalizer(() => FiberSet.awaitEmpty(running).pipe(Effect.timeoutOption(drainMillis), Effect.ignore))
  const perEndpoint = new Map<EndpointId, number>()
  const freeOf = (endpointId: EndpointId) => maxInFlightPerEndpoint - (perEndpoint.get(endpointId) ?? 0)
  const add = (endpointId: EndpointId, change: 1 | -1) => {
    const count = (perEndpoint.get(endpointId) ?? 0) + change
    if (count > 0) perEndpoint.set(endpointId, count)
    else perEndpoint.delete(endpointId)
  }
  const start = <R>({ endpointId }: Delivery, send: Effect.Effect<void, never, R>) =>
    Effect.suspend(() => {
      add(endpointId, 1)
      return FiberSet.run(
        running,
        Effect.ensuring(
          send,
          Effect.sync(() => add(endpointId, -1))
        )
      )
    })
  return { start, freeOf, free: Effect.map(FiberSet.size(running), (size) => maxInFlight - size) }
})

const notifications = PgClient.PgClient.pipe(
  Effect.flatMap((pg) => pg.listen(outboxChannel)),
  Effect.map(Stream.fromQueue),
  Stream.unwrap
)

export const deliveryTask = Effect.gen(function* () {
  const outbox = yield* Outbox
  const { start, freeOf, free } = yield* makeInFlight
  const ended = yield* Queue.sliding<void>(1)

  const send = (delivery: Delivery) =>
    deliver(delivery).pipe(
      Effect.catchCause((cause) => Effect.logError(`Attempt ${delivery.attemptId} could not be recorded`, cause)),
      Effect.andThen(Queue.offer(ended, undefined)),
      Effect.asVoid
    )

  return yield* background({
    name: "webhook deliveries",
    role: "deliveries",
    every: pollInterval,
    wake: [notifications, Stream.fromQueue(ended)],
    run: Effect.gen(function* () {
      const room = yield* free
      const claimed = room > 0 ? yield* outbox.claim(room, freeOf) : []
      yield* Effect.forEach(claimed, (delivery) => start(delivery, send(delivery)), { discard: true })
      return claimed.length > 0 ? again : undefined
    }),
    // What is claimed must be sent, or it waits until its lease ends.
    onStop: "finish"
  })
})
