/** The metrics of attempts, each recorded once, when its response is there and before its result is stored. */
import { Effect, Metric } from "effect"
import { latencyBounds } from "../../runtime/MetricLabels.ts"
import type { Delivery } from "./Delivery.ts"
import type { AttemptResult } from "./Sender.ts"

const attempts = Metric.counter("webhook_attempts_total", {
  description: "Webhook delivery attempts",
  incremental: true
})
const attemptSeconds = Metric.histogram("webhook_attempt_duration_seconds", {
  description: "Duration of webhook delivery attempts, from the look-up of the name to the last byte of the response",
  boundaries: Metric.boundariesFromIterable(latencyBounds)
})
const deliverySeconds = Metric.histogram("webhook_delivery_duration_seconds", {
  description: "Time from an event to its delivery, of the events that were delivered at the first attempt",
  boundaries: Metric.boundariesFromIterable([...latencyBounds, 300, 3600])
})

const metricsOf = (outcome: "delivered" | "failed") => ({
  counted: Metric.withAttributes(attempts, { outcome }),
  timed: Metric.withAttributes(attemptSeconds, { outcome })
})
const delivered = metricsOf("delivered")
const failed = metricsOf("failed")

/** `endedAt` in milliseconds. Later attempts wait for the endpoint, or for the customer who sends an event again. */
export const recordAttempt = (
  { attempt, createdAt }: Pick<Delivery, "attempt" | "createdAt">,
  result: Pick<AttemptResult, "delivered" | "durationMillis">,
  endedAt: number
): Effect.Effect<void> => {
  const { counted, timed } = result.delivered ? delivered : failed
  const recorded = Effect.andThen(Metric.update(counted, 1), Metric.update(timed, result.durationMillis / 1000))
  return result.delivered && attempt === 1
    ? Effect.andThen(recorded, Metric.update(deliverySeconds, Math.max(0, endedAt - createdAt.getTime()) / 1000))
    : recorded
}
