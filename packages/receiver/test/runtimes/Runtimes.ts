/** Bun, Deno, Workers and the frameworks with servers of their own: each a process of its own from its npm package. */
import { fileURLToPath } from "node:url"
import { freePort } from "../../../../test/support/FreePort.ts"
import { cleanEnvironment } from "../../../../test/support/HeddleProcess.ts"
import type { Framework } from "../frameworks/Framework.ts"
import { startProgram } from "../support/Program.ts"
import type { Optional } from "../../../../test/support/Optional.ts"
import { fetchedFile, place } from "./Fetched.ts"
import { servedFrameworks } from "./Served.ts"
import { startWorker } from "./Workers.ts"

// Their install scripts only copy the program, which lies in the package of the platform when none has run.
const platform = `${process.platform}-${process.arch}`
export const bun = fetchedFile("Bun", `@oven/bun-${platform}/bin/bun`, "bun/bin/bun.exe")
export const deno = fetchedFile("Deno", `@deno/${platform}-glibc/deno`, `@deno/${platform}/deno`)

const runtime = (name: string, program: Optional<string>, ...args: ReadonlyArray<string>): Framework => ({
  name,
  needs: program,
  start: async () => {
    const port = await freePort()
    const command = [program.open(), ...args, String(port)]
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
    needs: startWorker,
    start: () => startWorker.open()({ entry: fileURLToPath(new URL("Worker.ts", import.meta.url)) })
  }
]
