/** The commands of the server. */
import { Command } from "effect/cli"
import { accounts } from "./accounts.ts"
import { backfill, reindex } from "./reindex.ts"
import { payments } from "./billing.ts"
import { deliveries } from "./deliveries.ts"
import { demo, demoEnv } from "./demo.ts"
import { doctor } from "./doctor.ts"
import { ingest } from "./ingest.ts"
import { migrate } from "./migrate.ts"
import { serve } from "./serve.ts"
import { webhooks } from "./webhooks.ts"

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
    reindex,
    backfill
  ])
)
