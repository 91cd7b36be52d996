/** The commands of the server. */
import { Console } from "effect"
import { Command } from "effect/cli"
import { Idle } from "./LoadedServer.ts"
import { accounts } from "./accounts.ts"
import { payments } from "./billing.ts"
import { deliveries } from "./deliveries.ts"
import { demo, demoEnv } from "./demo.ts"
import { doctor } from "./doctor.ts"
import { forecasts } from "./forecasts.ts"
import { ingest } from "./ingest.ts"
import { backfill, reindex } from "./reindex.ts"
import { rotateEncryptionKey } from "./rotateEncryptionKey.ts"
import { serve } from "./serve.ts"
import { webhooks } from "./webhooks.ts"
import { explained } from "./AccountFlags.ts"

/** `heddle migrate`: brings the database up to date and exits. `serve` does the same when it starts. */
const migrate = Command.make("migrate", {}, () => Console.log("The database is up to date.")).pipe(
  explained("Apply database migrations", {
    "DATABASE_URL=postgres://… heddle migrate": "Bring a database up to date before the servers of a new release start"
  }),
  Command.provide(Idle)
)

export const heddle = Command.make("heddle").pipe(
  Command.withDescription("Self-hosted analytics over public posts: query API, webhooks, credits."),
  Command.withSubcommands([
    serve,
    demo,
    demoEnv,
    migrate,
    ingest,
    accounts,
    webhooks,
    deliveries,
    payments,
    doctor,
    forecasts,
    reindex,
    backfill,
    rotateEncryptionKey
  ])
)
