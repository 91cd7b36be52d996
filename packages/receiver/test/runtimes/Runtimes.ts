/** Bun, Deno, Workers and the frameworks with servers of their own: each a process of its own from its npm package. */
import { fileURLToPath } from "node:url"
import { cleanEnvironment, freePort } from "../../../../test/support/HeddleProcess.ts"
import type { Framework } from "../frameworks/Framework.ts"
import { startProgram } from "../support/Program.ts"
import { find, need, place } from "./Fetched.ts"
import { servedFrameworks } from "./Served.ts"
import { startWorker, workerd } from "./Workers.ts"

// Their install scripts only copy the program, which lies in the package of the platform when none has run.
const platform = `${process.platform}-${process.arch}`
export const bun = find(`@oven/bun-${platform}/bin/bun`, "bun/bin/bun.exe")
export const deno = find(`@deno/${platform}-glibc/deno`, `@deno/${platform}/deno`)

const runtime = (name: string, program: string | undefined, ...args: ReadonlyArray<string>): Framework => ({
  name,
  installed: program !== undefined,
  start: async () => {
    const port = await freePort()
    const command = [need(name, program), ...args, String(port)]
    const { kill, untilListening } = startProgram(command, { cwd: place, env: cleanEnvironment() })
    await untilListening(port)
    return { port, close: kill }
  }
})

/** The customer inside is its own (`makeCustomer`): no receiver crosses into another process. */
export const runtimes: ReadonlyArray<Framework> = [
  ...servedFrameworks,
  runtime("Bun", bun, "Bun.ts"),
  runtime("Deno", deno, "run", "--no-prompt", "--allow-net=127.0.0.1", "Deno.ts"),
  {
    name: "Workers",
    installed: workerd !== undefined,
    start: () => startWorker({ entry: fileURLToPath(new URL("Worker.ts", import.meta.url)) })
  }
]
