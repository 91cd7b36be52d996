/** One account calls as often as the rate limit and its connections allow, while another one and a monitor ask for little. */
import { Effect, Schema } from "effect"
import { execFile } from "node:child_process"
import { Agent } from "node:http"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Account } from "../../support/Operator.ts"
import { type Latency, probing } from "../responsiveness/Probe.ts"
import { get } from "./Get.ts"
import type { Target } from "./Target.ts"
import { AttackOptions, Statuses } from "./Worker.ts"

const worker = fileURLToPath(new URL("./Worker.ts", import.meta.url))
const run = promisify(execFile)

export interface Attacked {
  readonly balance: Latency
  readonly healthz: Latency
  /** How often the attacker got each status. */
  readonly statuses: Readonly<Record<string, number>>
}

export const attack = Effect.fnUntraced(function* (options: {
  readonly target: Target
  readonly attacker: Account
  readonly neighbour: Account
  readonly paths: readonly [string, ...Array<string>]
  readonly atOnce: number
  readonly seconds: number
}) {
  const { target, attacker, neighbour, paths, atOnce, seconds } = options
  const origin = target.heddle.baseUrl
  const agent = yield* Effect.acquireRelease(
    Effect.sync(() => new Agent({ keepAlive: true, maxSockets: 2 })),
    (agent) => Effect.sync(() => agent.destroy())
  )
  const encoded = yield* Schema.encodeEffect(Schema.fromJsonString(AttackOptions))({
    origin,
    apiKey: attacker.apiKey,
    paths,
    atOnce,
    seconds
  })
  const burst = Effect.tryPromise(async (signal) => (await run(process.execPath, [worker, encoded], { signal })).stdout)
  const probe = (path: string) => Effect.asVoid(get(agent, origin + path, neighbour.apiKey))
  const { value, latency: healthz } = yield* probing(probe("/healthz"), probing(probe("/balance"), burst))
  const statuses = yield* Schema.decodeEffect(Statuses)(value.value)
  const attacked: Attacked = { balance: value.latency, healthz, statuses }
  return attacked
}, Effect.scoped)
