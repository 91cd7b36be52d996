/** All installed frameworks in a process of its own that tells how much it holds: `node --expose-gc MeasuredServer.ts LIMIT`. */
import { createInterface } from "node:readline"
import { createReceiver } from "@heddle/receiver"
import { customerSecrets, customerTime } from "./Customer.ts"
import { isInstalled } from "./Framework.ts"
import { unbuffered } from "./Frameworks.ts"

/** What lives. The first collection leaves buffers to a sweep beside it, the second one ends that. */
function livingBytes(): number {
  if (globalThis.gc === undefined) throw new Error("--expose-gc is missing")
  globalThis.gc()
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const receiver = createReceiver({
  secrets: customerSecrets,
  handler: () => {},
  maxBodyBytes: Number(process.argv[2]),
  bodyTimeoutSeconds: 600,
  now: () => customerTime * 1000
})
const ports: Record<string, number> = {}
for (const { name, start } of unbuffered.filter(isInstalled)) ports[name] = (await start(receiver, 0)).port
process.stdout.write(`${JSON.stringify(ports)}\n`)
// Each line on its input is answered with how much lives.
createInterface({ input: process.stdin }).on("line", () => process.stdout.write(`${livingBytes()}\n`))
