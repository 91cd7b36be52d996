/** Handlers for what the server reports of itself. */
import { version } from "@heddle/api"
import { Clock, Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { ledgerStep, reportLedger } from "../../credits/ledger/LedgerReport.ts"
import { EmbeddingStatus } from "../../embeddings/EmbeddingCheck.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import {
  backfillAnswer,
  libraryAnswer,
  modelAnswer,
  olderTextsAnswer,
  reindexAnswer,
  rejectedAnswer
} from "../../operator/StateApi.ts"
import { describeSettings, Settings } from "../../runtime/Settings.ts"
import { tableSizes } from "../../runtime/TableSizes.ts"
import { RejectedEvents } from "../../store/batches/RejectedEvents.ts"
import { ForecastModels } from "../../store/forecasts/ForecastModels.ts"
import { Library } from "../../store/library/Library.ts"
import { Reindex } from "../../store/writing/Reindex.ts"
import { RoundStatus } from "../../webhooks/matching/RoundStatus.ts"
import { addressChecks, folderChecks, makeDatabaseChecks } from "./SelfChecks.ts"

export const ServerHandlers = HttpApiBuilder.group(
  OperatorApi,
  "server",
  Effect.fn(function* (handlers) {
    const settings = yield* Settings
    const databaseChecks = yield* makeDatabaseChecks
    const context = yield* Effect.context<Settings | SqlClient.SqlClient>()
    const checks = Effect.map(Effect.all([databaseChecks, folderChecks, addressChecks]), (groups) =>
      groups.flat()
    ).pipe(Effect.provideContext(context))
    return handlers.handle("report", () =>
      Effect.gen(function* () {
        const startedAt = new Date((yield* Clock.currentTimeMillis) - process.uptime() * 1_000)
        return {
          pid: process.pid,
          version,
          startedAt: startedAt.toISOString(),
          settings: describeSettings(settings).map(([name, value]) => ({ name, value })),
          checks: yield* checks
        }
      })
    )
  })
)

/** Handler for the models of embeddings. */
export const EmbeddingsHandlers = HttpApiBuilder.group(
  OperatorApi,
  "embeddings",
  Effect.fn(function* (handlers) {
    const { models } = yield* EmbeddingStatus
    return handlers.handle("models", () => models)
  })
)

/** Handler for the forecast models in use. */
export const ForecastsHandlers = HttpApiBuilder.group(
  OperatorApi,
  "forecasts",
  Effect.fn(function* (handlers) {
    const models = yield* ForecastModels
    return handlers.handle("models", () => Effect.map(models.state, (states) => states.map(modelAnswer)))
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

/** Handlers for the inspiration library. */
export const LibraryHandlers = HttpApiBuilder.group(
  OperatorApi,
  "library",
  Effect.fn(function* (handlers) {
    const library = yield* Library
    return handlers.handleAll({
      size: () => Effect.map(library.size, libraryAnswer),
      backfill: () => Effect.map(library.step, backfillAnswer)
    })
  })
)

/** Handler for the state of the rounds. */
export const RoundsHandlers = HttpApiBuilder.group(
  OperatorApi,
  "rounds",
  Effect.fn(function* (handlers) {
    const { report } = yield* RoundStatus
    return handlers.handle("report", () =>
      Effect.map(report, (found) => ({ ...found, checkedAt: found.checkedAt?.toISOString() ?? null }))
    )
  })
)

/** Handler for the events of sources that could not be used. */
export const SourcesHandlers = HttpApiBuilder.group(
  OperatorApi,
  "sources",
  Effect.fn(function* (handlers) {
    const { report } = yield* RejectedEvents
    return handlers.handle("rejected", () => Effect.map(report, rejectedAnswer))
  })
)

/** Handler for the sizes of tables, with the retention that the settings define. */
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

export const StorageHandlers = HttpApiBuilder.group(
  OperatorApi,
  "storage",
  Effect.fn(function* (handlers) {
    const sql = yield* SqlClient.SqlClient
    const retention = retentionByTable(yield* Settings)
    return handlers.handle("tables", () =>
      tableSizes(sql).pipe(
        Effect.map((tables) => tables.map((size) => ({ ...size, retention: retention.get(size.table) ?? null }))),
        Effect.orDie
      )
    )
  })
)

/** Handlers for posts whose derived text is outdated. */
export const TextsHandlers = HttpApiBuilder.group(
  OperatorApi,
  "texts",
  Effect.fn(function* (handlers) {
    const reindex = yield* Reindex
    return handlers.handleAll({
      older: () => Effect.map(reindex.olderTexts, olderTextsAnswer),
      reindex: ({ payload }) => Effect.map(reindex.step(payload.before), reindexAnswer)
    })
  })
)
