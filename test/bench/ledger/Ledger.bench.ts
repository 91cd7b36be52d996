/**
 * `npm run bench -- ledger`: hold and settlement on a durable PostgreSQL, compared with what most services do.
 *
 * The product uses the server's pool of 10 connections. A calibration gives each peer the pool of 2, 4, 10 or 32 that is fastest
 * in the scenario. After every scenario the ledger must add up.
 */
import { Console, Effect, Random, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { SqlClient } from "effect/sql"
import { checkLedger } from "../../../apps/server/src/credits/ledger/LedgerCheck.ts"
import { migrated } from "../../../apps/server/src/database/Database.ts"
import * as PostgresClient from "../../../apps/server/src/database/client/PostgresClient.ts"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { postmasterOf } from "../Connection.ts"
import { jsonFlag, machine, print, round } from "../Report.ts"
import { accounts, prepare, type Way } from "./Calls.ts"
import { type Load, medians } from "./Load.ts"
import { poolOf, run, type Scenario, type Server } from "./Run.ts"

const both: ReadonlyArray<Way> = ["two statements", "one statement"]
const scenarios: ReadonlyArray<Scenario> = [
  {
    title: "one account, 32 callers",
    processes: 1,
    callers: 32,
    among: 1,
    peers: both,
    goal: "16x two statements, p99 < 25 ms"
  },
  {
    title: "1,000 accounts, 32 callers",
    processes: 1,
    callers: 32,
    among: accounts,
    peers: both,
    goal: "4x two statements"
  },
  { title: "one account, 1 caller", processes: 1, callers: 1, among: 1, peers: both, goal: "1x two statements" },
  { title: "one account, 2 x 32 callers", processes: 2, callers: 32, among: 1, peers: both, goal: "8x" },
  { title: "one account, 4 x 32 callers", processes: 4, callers: 32, among: 1, peers: both, goal: "8x" }
]

const spread = (loads: ReadonlyArray<Load>): string => {
  const rates = loads.map(({ rate }) => rate)
  return [Math.min(...rates), medians(loads).rate, Math.max(...rates)].map(Math.round).join(" / ")
}

const formatLoads = (way: string, pool: number, loads: ReadonlyArray<Load>) => {
  const { p50, p99, holdP99, settleP99, processMicros, serverMicros } = medians(loads)
  const worst = holdP99 > settleP99 ? `hold ${holdP99.toFixed(1)}` : `settle ${settleP99.toFixed(1)}`
  return (
    `  ${way.padEnd(16)} pool ${String(pool).padStart(2)}  ${spread(loads).padStart(21)} calls/s` +
    `   p50 ${p50.toFixed(1).padStart(6)} ms   p99 ${p99.toFixed(1).padStart(6)} ms (of the slower half: ${worst})` +
    `   CPU ${Math.round(processMicros)} + ${Math.round(serverMicros)} µs`
  )
}

/** Measures the ways in turns of shuffled order, so that other load on the machine affects all alike. */
const inTurns = Effect.fnUntraced(function* (server: Server, scenario: Scenario, seconds: number, rounds: number) {
  const ways: ReadonlyArray<Way> = ["product", ...scenario.peers]
  const seen: Array<{ readonly way: Way; readonly pool: number; readonly loads: Array<Load> }> = []
  for (const way of ways) seen.push({ way, pool: yield* poolOf(server, scenario, way), loads: [] })
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const { way, pool, loads } of yield* Random.shuffle(seen)) {
      loads.push(yield* run(server, scenario, { way, seconds, pool }))
    }
  }
  return seen
})

const measure = Effect.fnUntraced(function* (server: Server, scenario: Scenario, seconds: number, rounds: number) {
  yield* Console.log(
    `\n${scenario.title} (goal: ${scenario.goal}); calls/s: min / median / max; CPU of a call: callers + server`
  )
  const seen = yield* inTurns(server, scenario, seconds, rounds)
  const product = medians(seen.flatMap(({ way, loads }) => (way === "product" ? loads : [])))
  const ratio: Record<string, number> = {}
  const peers: Record<string, number> = {}
  const pools: Record<string, number> = {}
  for (const { way, pool, loads } of seen) {
    pools[`pool_${way.replace(" ", "_")}`] = pool
    if (way === "product") {
      yield* Console.log(formatLoads(way, pool, loads))
      continue
    }
    const { rate } = medians(loads)
    ratio[way] = round(product.rate / rate)
    peers[way] = Math.round(rate)
    yield* Console.log(`${formatLoads(way, pool, loads)}   product is ${ratio[way]}x`)
  }
  const faults = yield* checkLedger
  if (faults.length > 0) return yield* Effect.die(new Error(`The ledger does not add up: ${JSON.stringify(faults)}`))
  return { product, ratio, peers, pools }
})

export const ledger = Command.make(
  "ledger",
  {
    json: jsonFlag,
    seconds: Flag.Int("seconds").pipe(Flag.withDescription("Seconds of each load"), Flag.withDefault(3)),
    only: Flag.String("only").pipe(
      Flag.withDescription("Only the scenarios whose title contains this"),
      Flag.withDefault("")
    ),
    rounds: Flag.Int("rounds").pipe(Flag.withDescription("Turns, of which the median counts"), Flag.withDefault(3))
  },
  Effect.fn(function* ({ json, seconds, only, rounds }) {
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
          `${accounts} accounts with 3 grants; ${rounds} turns of ${seconds} s in shuffled order`
      )
      const tested = { url: Redacted.value(url), postmaster: yield* postmasterOf(Redacted.value(url)) }
      const chosen = scenarios.filter(({ title }) => title.includes(only))
      const results = yield* Effect.forEach(chosen, (scenario) =>
        Effect.map(measure(tested, scenario, seconds, rounds), (result) => ({ scenario, ...result }))
      )
      yield* Console.log("\nafter each: grants − entries − open holds = balance, for every account")
      const figures = results.map(({ scenario, product, ratio, peers, pools }) => ({
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
          ...pools,
          p50_ms: round(product.p50, 2),
          p99_ms: round(product.p99, 2),
          process_us: Math.round(product.processMicros),
          server_us: Math.round(product.serverMicros)
        }
      }))
      yield* print(json, figures.toReversed())
    }).pipe(Effect.provide(migrated(PostgresClient.layer({ url, maxConnections: 4 }))))
  }, Effect.scoped)
).pipe(Command.withDescription("Hold and settlement against the naive transaction"))
