/** `/metrics` for Prometheus: counters of this process, and gauges read from the database at each scrape. */
import { Clock, Effect, Metric, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { LedgerAudit } from "../../credits/ledger/LedgerAudit.ts"
import { ForecastModels } from "../../store/forecasts/ForecastModels.ts"
import { Library } from "../../store/library/Library.ts"
import { SourceHealth } from "../../store/SourceHealth.ts"
import { MailQueue } from "../../mail/MailQueue.ts"
import { Outbox } from "../../webhooks/delivery/Outbox.ts"
import { RoundStatus } from "../../webhooks/matching/RoundStatus.ts"

const unfinishedEvents = Metric.gauge("webhook_events_unfinished", {
  description: "Webhook events that are scheduled, being sent or waiting for a retry"
})

const roundLag = Metric.gauge("webhook_round_lag_seconds", {
  description: "How long the rules that have waited longest have been waiting for a round beyond its interval"
})

const mailsWaiting = Metric.gauge("mails_waiting", { description: "Mails that are neither sent nor given up" })

const ledgerFaults = Metric.gauge("ledger_faults", {
  description: "Places where the ledger's equation did not hold at its last check"
})
const ledgerAccounts = Metric.gauge("ledger_checked_accounts", { description: "Accounts of the ledger's last check" })
const ledgerSeconds = Metric.gauge("ledger_check_duration_seconds", {
  description: "Duration of the ledger's last check"
})
const ledgerCheckedAt = Metric.gauge("ledger_checked_timestamp_seconds", {
  description: "Unix time at which the ledger's last check ended"
})

const libraryPosts = Metric.gauge("library_posts", { description: "Posts of the inspiration library" })

const modelPosts = Metric.gauge("forecast_model_posts", {
  description: "Posts that the forecast model of a metric was learned from; 0 for the prior"
})
const modelTrainedAt = Metric.gauge("forecast_model_trained_timestamp_seconds", {
  description: "Unix time of the training of the forecast model in use"
})

const sourceLag = Metric.gauge("source_lag_seconds", {
  description: "Age of the newest event of a source that this process stored"
})

const updateSources = Effect.gen(function* () {
  const time = yield* Clock.currentTimeMillis
  for (const [source, newestAt] of yield* (yield* SourceHealth).newest) {
    yield* Metric.update(Metric.withAttributes(sourceLag, { source }), Math.max(0, time - newestAt) / 1_000)
  }
})

const updateForecasts = Effect.gen(function* () {
  for (const { metric, kind, posts, trainedAt } of yield* (yield* ForecastModels).state) {
    yield* Metric.update(Metric.withAttributes(modelPosts, { metric }), kind === "learned" ? posts : 0)
    if (trainedAt === null) continue
    yield* Metric.update(Metric.withAttributes(modelTrainedAt, { metric }), Math.floor(trainedAt.getTime() / 1000))
  }
})

/** Absent until a check has finished: a 0 would claim that there are no faults. */
const updateLedger = Effect.gen(function* () {
  const last = yield* (yield* LedgerAudit).last
  if (Option.isNone(last)) return
  const { faults, accounts, durationMs, finishedAt } = last.value
  yield* Metric.update(ledgerFaults, faults)
  yield* Metric.update(ledgerAccounts, accounts)
  yield* Metric.update(ledgerSeconds, durationMs / 1000)
  yield* Metric.update(ledgerCheckedAt, Math.floor(finishedAt.getTime() / 1000))
})

export const metrics = HttpRouter.add(
  "GET",
  "/metrics",
  Effect.gen(function* () {
    yield* Metric.update(unfinishedEvents, yield* (yield* Outbox).unfinished)
    yield* Metric.update(roundLag, yield* (yield* RoundStatus).lagSeconds)
    yield* Metric.update(mailsWaiting, yield* (yield* MailQueue).waiting)
    yield* Metric.update(libraryPosts, (yield* (yield* Library).size).posts)
    yield* updateForecasts
    yield* updateSources
    yield* updateLedger
    return HttpServerResponse.text(yield* PrometheusMetrics.format({ prefix: "heddle" }), {
      contentType: "text/plain; version=0.0.4; charset=utf-8"
    })
  })
)
