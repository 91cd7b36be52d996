/** `/metrics` for Prometheus: counters of this process, and gauges read from the database when asked. */
import { Effect, Metric } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { Outbox } from "../../webhooks/delivery/Outbox.ts"

const unfinished = Metric.gauge("webhook_events_unfinished", {
  description: "Webhook events that are scheduled, being sent or waiting for a retry"
})

export const metrics = HttpRouter.add(
  "GET",
  "/metrics",
  Effect.gen(function* () {
    yield* Metric.update(unfinished, yield* (yield* Outbox).unfinished)
    return HttpServerResponse.text(yield* PrometheusMetrics.format({ prefix: "heddle" }), {
      contentType: "text/plain; version=0.0.4; charset=utf-8"
    })
  })
)
