/** Sends to each URL that comes on standard input, and prints what the attempt was and how much more memory it held. */
import { Effect, ManagedRuntime } from "effect"
import { createInterface } from "node:readline"
import { senderWith, sendTo } from "../../support/Sending.ts"

const sampleMillis = 25

/** The first collection leaves buffers to a sweep beside it; the second one ends that. */
const living = () => {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const runtime = ManagedRuntime.make(senderWith(true))

for await (const url of createInterface({ input: process.stdin })) {
  const start = living()
  let peak = 0
  const sample = () => void (peak = Math.max(peak, living() - start))
  const timer = setInterval(sample, sampleMillis)
  const { delivered, statusCode, error, response, durationMillis } = await runtime.runPromise(
    Effect.tap(sendTo(url), () => Effect.sync(sample))
  )
  clearInterval(timer)
  const responseBytes = response === null ? null : Buffer.byteLength(response)
  process.stdout.write(`${JSON.stringify({ delivered, statusCode, error, responseBytes, durationMillis, peak })}\n`)
}
