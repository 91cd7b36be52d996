/** Runs one way of the ledger under load, in separate processes. */
import { Clock, Effect, Schema } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { fileURLToPath } from "node:url"
import type { Way } from "./Calls.ts"
import { Load, together } from "./Load.ts"

export interface Scenario {
  readonly title: string
  readonly processes: number
  readonly callers: number
  /** Number of accounts that the callers share. */
  readonly among: number
  readonly peers: ReadonlyArray<Way>
  readonly goal: string
}

const worker = fileURLToPath(new URL("./Worker.ts", import.meta.url))
const startUpMillis = 2_500
const decodeLoad = Schema.decodeUnknownEffect(Schema.fromJsonString(Load))

export interface Server {
  readonly url: string
  /** The process whose children serve the connections. */
  readonly postmaster: number
}

export interface Turn {
  readonly way: Way
  readonly seconds: number
  /** Connections per process. */
  readonly pool: number
}

/** Runs a load in several processes at once. */
export const run = Effect.fnUntraced(function* (server: Server, scenario: Scenario, { way, seconds, pool }: Turn) {
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const env = {
    BENCH_URL: server.url,
    BENCH_POSTMASTER: String(server.postmaster),
    BENCH_WAY: way,
    BENCH_POOL: String(pool),
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
  return together(loads)
})

/** The server's default. */
const productPool = 10
const poolSizes = [2, 4, 10, 32]
const calibrationSeconds = 1

/** Pool sizes: the product uses its default, a peer the size that is fastest here. */
export const poolOf = Effect.fnUntraced(function* (server: Server, scenario: Scenario, way: Way) {
  if (way === "product") return productPool
  if (scenario.callers === 1) return 1
  let best = { pool: 1, rate: 0 }
  for (const pool of poolSizes) {
    const { rate } = yield* run(server, scenario, { way, seconds: calibrationSeconds, pool })
    if (rate > best.rate) best = { pool, rate }
  }
  return best.pool
})
