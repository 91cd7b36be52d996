/** Handlers for what the server reports of itself. */
import { version } from "@heddle/api"
import { Clock, Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { ledgerStep, reportLedger } from "../../credits/ledger/LedgerReport.ts"
import { embeddingStatus } from "../../embeddings/EmbeddingCheck.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { KeyRotation } from "../../runtime/KeyRotation.ts"
import { describeSettings, Settings } from "../../runtime/Settings.ts"
import { tableSizes } from "../../runtime/TableSizes.ts"
import type { UnfinishedIndexes } from "../../runtime/UnfinishedIndexes.ts"
import { RejectedEvents } from "../../store/batches/RejectedEvents.ts"
import { ForecastModels } from "../../store/forecasts/ForecastModels.ts"
import { ForecastTraining } from "../../store/forecasts/ForecastTraining.ts"
import { Library } from "../../store/library/Library.ts"
import { Reindex } from "../../store/writing/Reindex.ts"
import { RoundStatus } from "../../webhooks/matching/RoundStatus.ts"
import { addressChecks, folderChecks, makeDatabaseChecks } from "./SelfChecks.ts"

/** How long the rows of a table are kept, as the settings define it. */
const retentionByTable = ({
  usageMonths,
  deliveryLogRetention,
  eventBodyRetention,
  mailRetention,
  interactionRetention
}: Settings["Service"]): ReadonlyMap<string, string> => {
  const log = Duration.format(deliveryLogRetention)
  return new Map([
    ["usage_entries", `${usageMonths} months one by one, then summed up by day`],
    ["webhook_attempts", `${log}, then until the day is over`],
    [
      "webhook_events",
      `body ${Duration.format(eventBodyRetention)}, of failed events ${log}; row while its rule exists`
    ],
    ["mails", Duration.format(mailRetention)],
    ["idempotency_keys", "24h"],
    ["kept_rows", "1h"],
    ["posts", "92d"],
    ["post_metrics", "92d"],
    ["post_changes", "4d"],
    ["network_ids", "92d"],
    ["network_checks", "3d"],
    ["interactions", Duration.format(interactionRetention)],
    ["rejected_events", "the newest 1,000 of each source"],
    ["library_posts", "until the network deletes the post"],
    ["forecast_models", "the last 5 of each metric"],
    ["author_metrics", "9d by hour, 366d by day"]
  ])
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

export const StateHandlers = HttpApiBuilder.group(
  OperatorApi,
  "state",
  Effect.fn(function* (handlers) {
    const settings = yield* Settings
    const sql = yield* SqlClient.SqlClient
    const databaseChecks = yield* makeDatabaseChecks
    const context = yield* Effect.context<Settings | SqlClient.SqlClient | KeyRotation | UnfinishedIndexes>()
    const checks = Effect.map(Effect.all([databaseChecks, folderChecks, addressChecks]), (groups) =>
      groups.flat()
    ).pipe(Effect.provideContext(context))
    const retention = retentionByTable(settings)
    const forecasts = yield* ForecastModels
    const training = yield* ForecastTraining
    const library = yield* Library
    const { report: rounds } = yield* RoundStatus
    const { report: rejected } = yield* RejectedEvents
    const reindex = yield* Reindex
    const rotation = yield* KeyRotation
    return handlers.handleAll({
      server: () =>
        Effect.gen(function* () {
          const startedAt = new Date((yield* Clock.currentTimeMillis) - process.uptime() * 1_000)
          return {
            pid: process.pid,
            version,
            startedAt: startedAt.toISOString(),
            settings: describeSettings(settings).map(([name, value]) => ({ name, value })),
            checks: yield* checks
          }
        }),
      embeddings: () => embeddingStatus,
      forecasts: () =>
        Effect.map(forecasts.state, (models) =>
          models.map(({ trainedAt, ...model }) => ({ ...model, trainedAt: iso(trainedAt) }))
        ),
      trainForecasts: () => Effect.map(training.runNow, (trained) => ({ trained })),
      forecastTraining: () => Effect.map(training.progress, (progress) => ({ training: progress })),
      library: () => Effect.map(library.size, ({ posts, refreshedAt }) => ({ posts, refreshedAt: iso(refreshedAt) })),
      backfill: () =>
        Effect.map(library.step, ({ posts, until, oldest }) => ({ posts, until: iso(until), oldest: iso(oldest) })),
      rounds: () => Effect.map(rounds, (found) => ({ ...found, checkedAt: iso(found.checkedAt) })),
      rejected: () =>
        Effect.map(rejected, (sources) =>
          sources.map(({ source, kept, newestAt, reason }) => ({
            source,
            kept,
            newestAt: newestAt.toISOString(),
            reason
          }))
        ),
      storage: () =>
        tableSizes(sql).pipe(
          Effect.map((tables) => tables.map((size) => ({ ...size, retention: retention.get(size.table) ?? null }))),
          Effect.orDie
        ),
      olderTexts: () => Effect.map(reindex.olderTexts, ({ since, ...texts }) => ({ ...texts, since: iso(since) })),
      reindex: ({ payload }) =>
        Effect.map(reindex.step(payload.before), ({ posts, next, oldest }) => ({
          posts,
          next: iso(next),
          oldest: iso(oldest)
        })),
      rotateEncryptionKey: () => rotation.step
    })
  })
)

/** Handler for the ledger check. */
export const LedgerHandlers = HttpApiBuilder.group(
  OperatorApi,
  "ledger",
  Effect.fn(function* (handlers) {
    const sql = yield* SqlClient.SqlClient
    return handlers.handleAll({
      check: () => Effect.provideService(reportLedger, SqlClient.SqlClient, sql),
      step: ({ query }) => Effect.provideService(ledgerStep(query.after), SqlClient.SqlClient, sql)
    })
  })
)
