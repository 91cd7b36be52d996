/** `npm run bench -- NAME [--json]`: figures of this machine, compared with a peer or floor measured in the same run. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { api } from "./api/Api.bench.ts"
import { cluster } from "./cluster/Cluster.bench.ts"
import { delivery } from "./delivery/Delivery.bench.ts"
import { isolation } from "./delivery/Isolation.bench.ts"
import { rateLimit } from "./delivery/RateLimit.bench.ts"
import { deliveryLog } from "./deliverylog/DeliveryLog.bench.ts"
import { firehose } from "./firehose/Firehose.bench.ts"
import { forecast } from "./forecast/Forecast.bench.ts"
import { importBench } from "./ingest/Import.bench.ts"
import { ingest } from "./ingest/Ingest.bench.ts"
import { ledgerCheck } from "./ledger/Check.bench.ts"
import { ledger } from "./ledger/Ledger.bench.ts"
import { matching } from "./matching/Matching.bench.ts"
import { mcp } from "./mcp/Mcp.bench.ts"
import { neighbour } from "./neighbour/Neighbour.bench.ts"
import { receiver } from "./receiver/Receiver.bench.ts"
import { reindexBench } from "./reindex/Reindex.bench.ts"
import { replica } from "./replica/Replica.bench.ts"
import { responsiveness } from "./responsiveness/Responsiveness.bench.ts"
import { rollups } from "./rollups/Rollups.bench.ts"
import { rounds } from "./rounds/Rounds.bench.ts"
import { search } from "./search/Search.bench.ts"
import { semantic } from "./semantic/Semantic.bench.ts"
import { language } from "./text/Language.bench.ts"
import { text } from "./text/Text.bench.ts"
import { usage } from "./usage/Usage.bench.ts"
import { vectors } from "./semantic/Vectors.bench.ts"

const bench = Command.make("bench").pipe(
  Command.withDescription("Benchmarks; each prints ratios, the machine, the sizes and the seed"),
  Command.withSubcommands([
    api,
    ledger,
    ledgerCheck,
    search,
    semantic,
    ingest,
    importBench,
    rollups,
    firehose,
    responsiveness,
    reindexBench,
    replica,
    cluster,
    neighbour,
    mcp,
    delivery,
    isolation,
    rateLimit,
    rounds,
    deliveryLog,
    usage,
    receiver,
    language,
    text,
    matching,
    forecast,
    vectors
  ])
)

Command.run(bench, { version: "1.21.0" }).pipe(Effect.provide(NodeServices.layer), NodeRuntime.runMain)
