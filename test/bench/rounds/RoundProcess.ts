/**
 * Runs rounds in a process of its own, so that its memory and its event loop are those of the rounds:
 * `fork(RoundProcess.ts, [database URL])`. Answers each message with a measured round.
 */
import { Layer, ManagedRuntime, Redacted } from "effect"
import { Session } from "node:inspector/promises"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { writeFileSync } from "node:fs"
import * as PostgresClient from "../../../apps/server/src/database/client/PostgresClient.ts"
import { Round } from "../../../apps/server/src/webhooks/matching/Round.ts"
import { collect } from "../Heap.ts"
import { productServicesWith } from "../Product.ts"

export interface RoundRequest {
  /** Where to write a CPU profile of the round. */
  readonly profile?: string | undefined
}

export interface MeasuredRound {
  readonly millis: number
  readonly posts: number
  readonly events: number
  /** The longest time for which the event loop stood still. */
  readonly stallMillis: number
  readonly cpuMillis: number
  /** After the round and a collection of garbage. */
  readonly heapMiB: number
  readonly rssMiB: number
  /** The most since the process started. */
  readonly peakRssMiB: number
}

const mib = 2 ** 20
const resolutionMillis = 2
/** The default of the server. */
const maxConnections = 10

const profiled = async <A>(file: string | undefined, run: () => Promise<A>): Promise<A> => {
  if (file === undefined) return run()
  const session = new Session()
  session.connect()
  await session.post("Profiler.enable")
  await session.post("Profiler.start")
  const value = await run()
  const { profile } = await session.post("Profiler.stop")
  writeFileSync(file, JSON.stringify(profile))
  session.disconnect()
  return value
}

/** Also for rounds within another process. */
export const measureRound = async (
  runRound: () => Promise<{ readonly posts: number; readonly events: number }>,
  { profile }: RoundRequest
): Promise<MeasuredRound> => {
  collect()
  const delays = monitorEventLoopDelay({ resolution: resolutionMillis })
  const { posts, events, millis, cpu } = await profiled(profile, async () => {
    delays.enable()
    const cpu = process.cpuUsage()
    const started = performance.now()
    const summary = await runRound()
    const millis = performance.now() - started
    delays.disable()
    return { posts: summary.posts, events: summary.events, millis, cpu: process.cpuUsage(cpu) }
  })
  collect()
  const { heapUsed, rss } = process.memoryUsage()
  return {
    millis,
    posts,
    events,
    stallMillis: Math.max(0, delays.max / 1e6 - resolutionMillis),
    cpuMillis: (cpu.user + cpu.system) / 1_000,
    heapMiB: heapUsed / mib,
    rssMiB: rss / mib,
    peakRssMiB: process.resourceUsage().maxRSS / 1024
  }
}

if (import.meta.main) {
  const url = Redacted.make(process.argv[2] ?? "")
  const runtime = ManagedRuntime.make(
    productServicesWith({}).pipe(Layer.provideMerge(PostgresClient.layer({ url, maxConnections })), Layer.orDie)
  )
  const run = () => runtime.runPromise(Round.use((round) => round.run))
  process.on("message", (request: RoundRequest) => {
    measureRound(run, request).then(
      (round) => process.send?.(round),
      (error: unknown) => process.send?.({ error: String(error) })
    )
  })
  process.on("disconnect", () => void runtime.dispose().finally(() => process.exit(0)))
}
