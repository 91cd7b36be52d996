/** One account calls as often as the rate limit and its connections allow, while another one and a monitor ask for little. */
import { Effect, Schema } from "effect"
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Account } from "../../support/Operator.ts"
import { Latencies, ProbeOptions } from "./Prober.ts"
import type { Target } from "./Target.ts"
import { AttackOptions, Statuses } from "./Worker.ts"

const worker = fileURLToPath(new URL("./Worker.ts", import.meta.url))
const prober = fileURLToPath(new URL("./Prober.ts", import.meta.url))
const run = promisify(execFile)

export interface Attacked {
  readonly latencies: (typeof Latencies)["Type"]
  /** How often the attacker got each status. */
  readonly statuses: Readonly<Record<string, number>>
}

/** Probes as the neighbour and as a monitor while something happens. */
export const watch = Effect.fnUntraced(function* <E, R>(
  { heddle: { baseUrl: origin } }: Pick<Target, "heddle">,
  { apiKey }: Account,
  happening: Effect.Effect<Attacked["statuses"], E, R>
) {
  const options = yield* Schema.encodeEffect(ProbeOptions)({ origin, apiKey })
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => spawn(process.execPath, [prober, options], { stdio: ["pipe", "pipe", "inherit"] })),
    (child) => Effect.sync(() => child.kill())
  )
  const printed = text(child.stdout)
  const statuses = yield* happening
  child.stdin.end()
  const latencies = yield* Effect.flatMap(
    Effect.promise(() => printed),
    Schema.decodeEffect(Latencies)
  )
  if (child.exitCode === null) yield* Effect.promise(() => once(child, "exit"))
  const attacked: Attacked = { latencies, statuses }
  return attacked
}, Effect.scoped)

export const attack = Effect.fnUntraced(function* (options: {
  readonly target: Target
  readonly attacker: Account
  readonly neighbour: Account
  readonly paths: readonly [string, ...Array<string>]
  readonly atOnce: number
  readonly seconds: number
}) {
  const { target, attacker, neighbour, paths, atOnce, seconds } = options
  const encoded = yield* Schema.encodeEffect(AttackOptions)({
    origin: target.heddle.baseUrl,
    apiKey: attacker.apiKey,
    paths,
    atOnce,
    seconds
  })
  const burst = Effect.tryPromise(async (signal) => (await run(process.execPath, [worker, encoded], { signal })).stdout)
  return yield* watch(target, neighbour, Effect.flatMap(burst, Schema.decodeEffect(Statuses)))
})
