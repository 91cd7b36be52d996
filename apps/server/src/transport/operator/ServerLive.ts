/** Handler for what a server says about itself: its settings, and whether its surroundings are as they should be. */
import { version } from "@heddle/api"
import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { SqlClient } from "effect/sql"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { describeSettings, Settings } from "../../runtime/Settings.ts"
import { addressChecks } from "./selfchecks/AddressChecks.ts"
import { makeDatabaseChecks } from "./selfchecks/DatabaseChecks.ts"
import { folderChecks } from "./selfchecks/FolderChecks.ts"

export const ServerLive = HttpApiBuilder.group(
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
