/**
 * The neighbour and the monitor, in a process of their own whose small heap makes no pauses. Probes until its input ends,
 * then prints the latencies.
 */
import { Console, Effect, Schema } from "effect"
import { Agent } from "node:http"
import { probing } from "../responsiveness/Probe.ts"
import { get } from "./Get.ts"

export const ProbeOptions = Schema.fromJsonString(Schema.Struct({ origin: Schema.String, apiKey: Schema.String }))

const Latency = Schema.Struct({
  probes: Schema.Int,
  p50: Schema.Finite,
  p95: Schema.Finite,
  p99: Schema.Finite,
  max: Schema.Finite
})

export const Latencies = Schema.fromJsonString(Schema.Struct({ balance: Latency, healthz: Latency }))

/** The neighbour stays below 600 requests a minute: its refusals would be quick. */
const neighbourPauseMillis = 110

const inputEnds = Effect.callback<void>((resume) => {
  process.stdin.resume().once("end", () => resume(Effect.void))
})

const prober = Effect.gen(function* () {
  const { origin, apiKey } = yield* Schema.decodeEffect(ProbeOptions)(process.argv[2] ?? "")
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  const probe = (path: string) =>
    Effect.flatMap(get(agent, origin + path, apiKey), (status) =>
      status === 200 ? Effect.void : Effect.fail(new Error(`${path}: ${status}`))
    )
  // The first calls compile code, here and in the server.
  yield* Effect.forEach(["/healthz", "/balance"], probe, { discard: true })
  const balance = probing(probe("/balance"), inputEnds, neighbourPauseMillis)
  const { value, latency: healthz } = yield* probing(probe("/healthz"), balance)
  agent.destroy()
  yield* Console.log(yield* Schema.encodeEffect(Latencies)({ balance: value.latency, healthz }))
})

if (import.meta.main) await Effect.runPromise(prober)
