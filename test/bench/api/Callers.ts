/** Runs a load on one service from a separate process. */
import { Effect, Schema } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { fileURLToPath } from "node:url"
import { median } from "../Quantiles.ts"
import type { Load } from "./LoadProcess.ts"

const program = fileURLToPath(new URL("./LoadProcess.ts", import.meta.url))

const Seen = Schema.Struct({
  calls: Schema.Finite,
  /** Calls per second. */
  rate: Schema.Finite,
  /** Milliseconds. */
  p50: Schema.Finite,
  p95: Schema.Finite,
  p99: Schema.Finite,
  /** CPU microseconds per call, of all threads. */
  serviceMicros: Schema.Finite,
  postgresMicros: Schema.Finite,
  loadMicros: Schema.Finite
})
export type Seen = typeof Seen.Type

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Seen))

export const callAgainAndAgain = Effect.fnUntraced(function* (load: Load) {
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const args = [program, JSON.stringify(load)]
  return yield* decode(yield* spawner.string(ChildProcess.make(process.execPath, args, { stderr: "inherit" })))
})

export const medianOf = (all: ReadonlyArray<Seen>, figure: keyof Seen): number => median(all.map((one) => one[figure]))
