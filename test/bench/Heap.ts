/** Memory after a collection of garbage. */
import { Clock, Effect } from "effect"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

setFlagsFromString("--expose-gc")
const collectGarbage: unknown = runInNewContext("gc")

export const collect = (): void => {
  if (typeof collectGarbage === "function") collectGarbage()
}

const mebibytes = (): number => {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}

/** What building takes: milliseconds, and the memory (MiB) that the result keeps. */
export const built = Effect.fnUntraced(function* <A>(build: () => A) {
  const before = mebibytes()
  const started = yield* Clock.currentTimeNanos
  const value = build()
  const millis = Number((yield* Clock.currentTimeNanos) - started) / 1e6
  return { value, millis, mebibytes: mebibytes() - before }
})
