/** Handler for the sizes of tables, with the retention that the settings define. */
import { Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { tableSizes } from "../../runtime/TableSizes.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { Settings } from "../../runtime/Settings.ts"

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

export const StorageLive = HttpApiBuilder.group(
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
