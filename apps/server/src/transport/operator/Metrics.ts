/**
 * `/metrics` for Prometheus: counters of this process, and gauges read from the database at each scrape. While the database
 * does not answer, its gauges stay as they were and `database_up` is 0: what the process knows is wanted most then.
 */
import { Clock, Effect, Exit, Layer, Metric, Option, Schedule } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { LedgerAudit } from "../../credits/ledger/LedgerAudit.ts"
import { ForecastModels } from "../../store/forecasts/ForecastModels.ts"
import { Library } from "../../store/library/Library.ts"
import { SourceHealth } from "../../store/SourceHealth.ts"
import { MailQueue } from "../../mail/MailQueue.ts"
import { Outbox } from "../../webhooks/delivery/Outbox.ts"
import { DatabaseSessions } from "../../runtime/DatabaseSessions.ts"
import { Exports } from "../../runtime/Telemetry.ts"
import { RoundStatus } from "../../webhooks/matching/RoundStatus.ts"
import { reportFailure } from "../http/ProblemResponses.ts"
import { makeProcessMetrics } from "./ProcessMetrics.ts"

const unfinishedEvents = Metric.gauge("webhook_events_unfinished", {
  description: "Webhook events that are scheduled, being sent or waiting for a retry"
})

const deliveryLag = Metric.gauge("webhook_delivery_lag_seconds", {
  description: "For how long the oldest webhook event is due that could be sent now; 0 when none waits for Heddle"
})

const roundLag = Metric.gauge("webhook_round_lag_seconds", {
  description: "How long the rules that have waited longest have been waiting for a round beyond its interval"
})

const databaseUp = Metric.gauge("database_up", {
  description: "1 if the database answered this scrape in time, else 0, and its gauges are those of an earlier one"
})
const databaseSessions = Metric.gauge("database_connections", {
  description: "Connections of all processes to PostgreSQL, by pool and state"
})
const databaseWait = Metric.gauge("database_wait_seconds", {
  description:
    "Time of an empty statement at this scrape, by pool: a free connection, and the way there and back; at most 5"
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
    yield* Metric.update(Metric.withAttributes(modelPosts, { metric }), kind === "prior" ? 0 : posts)
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

/** Less than Prometheus gives a scrape by default. */
const databaseTimeout = "8 seconds"
const exportInterval = "15 seconds"

const updateFromDatabase = Effect.gen(function* () {
  for (const { pool, state, count } of yield* (yield* DatabaseSessions).counts) {
    yield* Metric.update(Metric.withAttributes(databaseSessions, { pool, state }), count)
  }
  const outbox = yield* Outbox
  yield* Metric.update(unfinishedEvents, yield* outbox.unfinished)
  yield* Metric.update(deliveryLag, yield* outbox.lagSeconds)
  yield* Metric.update(roundLag, yield* (yield* RoundStatus).lagSeconds)
  yield* Metric.update(mailsWaiting, yield* (yield* MailQueue).waiting)
  yield* Metric.update(libraryPosts, (yield* (yield* Library).size).posts)
  yield* updateForecasts
  yield* updateLedger
})

const updateWaits = Effect.gen(function* () {
  for (const { pool, seconds } of yield* (yield* DatabaseSessions).waits) {
    yield* Metric.update(Metric.withAttributes(databaseWait, { pool }), seconds)
  }
})

const makeScrape = Effect.gen(function* () {
  const updateProcess = yield* makeProcessMetrics
  const text = PrometheusMetrics.format({ prefix: "heddle" })
  const update = Effect.gen(function* () {
    const read = Effect.all([updateWaits, updateFromDatabase], { concurrency: 2, discard: true })
    const answered = yield* Effect.exit(Effect.timeout(read, databaseTimeout))
    if (Exit.isFailure(answered)) yield* reportFailure("The metrics of the database could not be read", answered.cause)
    yield* Metric.update(databaseUp, Exit.isSuccess(answered) ? 1 : 0)
    yield* updateSources
    yield* updateProcess
  })
  // Whoever exports metrics does not scrape them.
  if (yield* Exports) yield* Effect.forkScoped(Effect.repeat(update, Schedule.spaced(exportInterval)))
  return Effect.map(Effect.andThen(update, text), (body) =>
    HttpServerResponse.text(body, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
  )
})

export const metrics = Layer.unwrap(Effect.map(makeScrape, (scrape) => HttpRouter.add("GET", "/metrics", scrape)))
