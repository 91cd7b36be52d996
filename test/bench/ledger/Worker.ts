/** One of several processes on one database: starts a load at a given time and prints the results. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Clock, Config, Console, Effect, Layer, Schema } from "effect"
import { Ledger } from "../../../apps/server/src/credits/ledger/Ledger.ts"
import * as PostgresClient from "../../../apps/server/src/database/client/PostgresClient.ts"
import { accountOf, calls } from "./Calls.ts"
import { load } from "./Load.ts"

const settings = Config.all({
  url: Config.Redacted("BENCH_URL"),
  way: Config.schema(Schema.Literals(["product", "two statements", "one statement"]), "BENCH_WAY"),
  pool: Config.Int("BENCH_POOL"),
  among: Config.Int("BENCH_AMONG"),
  callers: Config.Int("BENCH_CALLERS"),
  seconds: Config.Int("BENCH_SECONDS"),
  startAt: Config.Number("BENCH_START_AT"),
  postmaster: Config.Int("BENCH_POSTMASTER")
})

const work = Effect.gen(function* () {
  const { url, way, pool, among, callers, seconds, startAt, postmaster } = yield* settings
  const services = Ledger.layer.pipe(Layer.provideMerge(PostgresClient.layer({ url, maxConnections: pool })))
  const run = Effect.gen(function* () {
    yield* Effect.sleep(Math.max(0, startAt - (yield* Clock.currentTimeMillis)))
    return yield* load({ callers, seconds, postmaster }, calls[way], accountOf(among))
  })
  yield* Console.log(JSON.stringify(yield* Effect.provide(run, services)))
})

NodeRuntime.runMain(Effect.orDie(work))
