import { assert, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { recordAttempt } from "../../../src/webhooks/delivery/DeliveryMetrics.ts"

it.effect(
  "an attempt is counted and timed by outcome; from event to delivery, only what the first attempt delivered",
  () =>
    Effect.gen(function* () {
      const createdAt = new Date(1_000)
      yield* recordAttempt({ attempt: 1, createdAt }, { delivered: true, durationMillis: 20 }, 3_000)
      yield* recordAttempt({ attempt: 1, createdAt }, { delivered: false, durationMillis: 10_000 }, 3_000)
      yield* recordAttempt({ attempt: 2, createdAt }, { delivered: true, durationMillis: 30 }, 60_000)
      const text = yield* PrometheusMetrics.format({ prefix: "heddle" })
      const value = (series: string) =>
        text
          .split("\n")
          .find((line) => line.startsWith(`heddle_webhook_${series} `))
          ?.split(" ")[1]
      assert.strictEqual(value('attempts_total{outcome="delivered"}'), "2")
      assert.strictEqual(value('attempts_total{outcome="failed"}'), "1")
      assert.strictEqual(value('attempt_duration_seconds_bucket{outcome="delivered",le="0.025"}'), "1")
      assert.strictEqual(value('attempt_duration_seconds_sum{outcome="failed"}'), "10")
      assert.strictEqual(value("delivery_duration_seconds_count"), "1")
      assert.strictEqual(value("delivery_duration_seconds_sum"), "2")
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
)
