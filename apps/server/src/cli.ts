/** The command line of the server. */
import "effect/schema/SchemaJITCompiler/enable"
import { version } from "@heddle/api"
// The package as a whole would take longer to load than most commands run.
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { accounts } from "./cli/accounts.ts"
import { backfill } from "./cli/backfill.ts"
import { payments } from "./cli/billing.ts"
import { deliveries } from "./cli/deliveries.ts"
import { demo } from "./cli/demo.ts"
import { demoEnv } from "./cli/demo-env.ts"
import { doctor } from "./cli/doctor.ts"
import { ingest } from "./cli/ingest.ts"
import { migrate } from "./cli/migrate.ts"
import { reindex } from "./cli/reindex.ts"
import { reportFailure } from "./cli/Report.ts"
import { serve } from "./cli/serve.ts"
import { teardown } from "./cli/Stopping.ts"
import { webhooks } from "./cli/webhooks.ts"

Command.make("heddle").pipe(
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
  ]),
  Command.run({ version }),
  reportFailure,
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown })
)
