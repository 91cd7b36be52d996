/** `npm run bench -- ledger`: hold and settlement on a PostgreSQL that waits for its disk, beside what most services write. */
import { Clock, Console, Effect, Redacted, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { SqlClient } from "effect/sql"
import { fileURLToPath } from "node:url"
import { checkLedger } from "../../../apps/server/src/credits/ledger/LedgerCheck.ts"
import { migrated } from "../../../apps/server/src/database/Database.ts"
import * as PostgresClient from "../../../apps/server/src/database/client/PostgresClient.ts"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { jsonFlag, machine, print, round } from "../Report.ts"
import { accounts, prepare, type Way } from "./Calls.ts"
import { type Load, medians } from "./Load.ts"

interface Scenario {
  readonly title: string
  readonly processes: number
  readonly callers: number
  /** How many accounts the callers share. */
  readonly among: number
  readonly peers: ReadonlyArray<Way>
  readonly goal: string
}

const both: ReadonlyArray<Way> = ["two statements", "one statement"]
const scenarios: ReadonlyArray<Scenario> = [
  { title: "one account, 32 callers", processes: 1, callers: 32, among: 1, peers: both, goal: "30x, p99 < 25 ms" },
  { title: "1,000 accounts, 32 callers", processes: 1, callers: 32, among: accounts, peers: both, goal: "4x" },
  { title: "one account, 1 caller", processes: 1, callers: 1, among: 1, peers: both, goal: "p50 < 4 ms" },
  { title: "one account, 2 x 32 callers", processes: 2, callers: 32, among: 1, peers: both, goal: "8x" },
  { title: "one account, 4 x 32 callers", processes: 4, callers: 32, among: 1, peers: both, goal: "8x" }
]

const worker = fileURLToPath(new URL("./Worker.ts", import.meta.url))
const startUpMillis = 2_500
const decodeLoad = Schema.decodeUnknownEffect(
  Schema.fromJsonString(Schema.Struct({ rate: Schema.Finite, p50: Schema.Finite, p99: Schema.Finite }))
)

/** One load in so many processes: rates add up, of the durations the worst process counts. */
const run = Effect.fnUntraced(function* (url: string, way: Way, scenario: Scenario, seconds: number) {
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const env = {
    BENCH_URL: url,
    BENCH_WAY: way,
    BENCH_AMONG: String(scenario.among),
    BENCH_CALLERS: String(scenario.callers),
    BENCH_SECONDS: String(seconds),
    BENCH_START_AT: String((yield* Clock.currentTimeMillis) + startUpMillis)
  }
  const loads = yield* Effect.all(
    Array.from({ length: scenario.processes }, () =>
      Effect.flatMap(
        spawner.string(ChildProcess.make(process.execPath, [worker], { env, extendEnv: true, stderr: "inherit" })),
        decodeLoad
      )
    ),
    { concurrency: "unbounded" }
  )
  return {
    rate: loads.reduce((sum, { rate }) => sum + rate, 0),
    p50: Math.max(...loads.map(({ p50 }) => p50)),
    p99: Math.max(...loads.map(({ p99 }) => p99))
  } satisfies Load
})

const tell = (way: string, { rate, p50, p99 }: Load) =>
  `  ${way.padEnd(16)} ${Math.round(rate).toString().padStart(7)} calls/s   p50 ${p50.toFixed(1).padStart(6)} ms   p99 ${p99.toFixed(1).padStart(6)} ms`

const measure = Effect.fnUntraced(function* (url: string, scenario: Scenario, seconds: number, rounds: number) {
  yield* Console.log(`\n${scenario.title} (goal: ${scenario.goal})`)
  const seen = new Map<Way, Array<Load>>()
  // In turns, so that what else the machine does meets all alike.
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const way of ["product", ...scenario.peers] as const) {
      const one = yield* run(url, way, scenario, seconds)
      seen.set(way, [...(seen.get(way) ?? []), one])
    }
  }
  const product = medians(seen.get("product") ?? [])
  yield* Console.log(tell("product", product))
  const ratio: Record<string, number> = {}
  const peers: Record<string, number> = {}
  for (const way of scenario.peers) {
    const peer = medians(seen.get(way) ?? [])
    ratio[way] = round(product.rate / peer.rate)
    peers[way] = Math.round(peer.rate)
    yield* Console.log(`${tell(way, peer)}   product is ${ratio[way]}x`)
  }
  const faults = yield* checkLedger
  if (faults.length > 0) return yield* Effect.die(new Error(`The ledger does not add up: ${JSON.stringify(faults)}`))
  return { product, ratio, peers }
})

export const ledger = Command.make(
  "ledger",
  {
    json: jsonFlag,
    seconds: Flag.Int("seconds").pipe(Flag.withDescription("Seconds of each load"), Flag.withDefault(3)),
    rounds: Flag.Int("rounds").pipe(Flag.withDescription("Turns, of which the median counts"), Flag.withDefault(3))
  },
  Effect.fn(function* ({ json, seconds, rounds }) {
    const { url } = yield* PostgresServer.start()
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* prepare
      const [server] = yield* sql<{ version: string; sync: string; fsync: string }>`
          SELECT current_setting('server_version') AS version, current_setting('synchronous_commit') AS sync,
            current_setting('fsync') AS fsync`
      yield* Console.log(machine())
      yield* Console.log(
        `PostgreSQL ${server?.version}, synchronous_commit ${server?.sync}, fsync ${server?.fsync}, on this machine; ` +
          `${accounts} accounts with 3 grants; ${rounds} turns of ${seconds} s; no seed, no chance`
      )
      const results = yield* Effect.forEach(scenarios, (scenario) =>
        Effect.map(measure(Redacted.value(url), scenario, seconds, rounds), (result) => ({ scenario, ...result }))
      )
      yield* Console.log("\nafter each: grants − entries − open holds = balance, for every account")
      const figures = results.map(({ scenario, product, ratio, peers }) => ({
        name: "ledger",
        metric: `hold and settlement, ${scenario.title}`,
        value: Math.round(product.rate),
        unit: "calls/s",
        peers,
        ratio,
        sizes: {
          accounts: scenario.among,
          callers: scenario.callers,
          processes: scenario.processes,
          p50_ms: round(product.p50, 2),
          p99_ms: round(product.p99, 2)
        }
      }))
      yield* print(json, figures.toReversed())
    }).pipe(Effect.provide(migrated(PostgresClient.layer({ url, maxConnections: 4 }))))
  }, Effect.scoped)
).pipe(Command.withDescription("Hold and settlement against the naive transaction"))
