/** Bun, Deno and Workers as frameworks of the conformance suite, each a process of its own from its npm package. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { freePort } from "../../../../test/support/HeddleProcess.ts"
import type { Framework, Running } from "../frameworks/Framework.ts"
import { exchange } from "../frameworks/Wire.ts"

const place = fileURLToPath(new URL(".", import.meta.url))
const startDeadlineMillis = 30_000

/** Their install scripts only copy the program, which lies in the package of the platform when none has run. */
const find = (...candidates: ReadonlyArray<string>): string | undefined =>
  candidates.map((candidate) => join(place, "node_modules", candidate)).find((candidate) => existsSync(candidate))

const platform = `${process.platform}-${process.arch}`
const programs = {
  Bun: find(`@oven/bun-${platform}/bin/bun`, "bun/bin/bun.exe"),
  Deno: find(`@deno/${platform}-glibc/deno`, `@deno/${platform}/deno`),
  Workers: find(`@cloudflare/workerd-${platform.replace("x64", "64")}/bin/workerd`)
}

async function run(program: string, args: ReadonlyArray<string>, port: number): Promise<Running> {
  const child = spawn(program, args, { cwd: place, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)))
  const exited = once(child, "exit")
  const probe = { method: "GET", headers: [], body: new Uint8Array() }
  const deadline = Date.now() + startDeadlineMillis
  while (!(await exchange(port, probe).catch(() => null))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill("SIGKILL")
      throw new Error(`${program} did not start:\n${output}`)
    }
    await sleep(50)
  }
  return {
    port,
    close: async () => {
      child.kill("SIGKILL")
      await exited
    }
  }
}

/** Bundled with the conditions with which Cloudflare's own tool does it. */
async function bundleWorker(): Promise<string> {
  const bundle = await rolldown({
    input: join(place, "Worker.ts"),
    platform: "browser",
    resolve: { conditionNames: ["workerd", "worker", "browser", "import", "default"] }
  })
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false })
  await bundle.close()
  return output[0].code
}

async function runWorker(program: string, port: number): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), "heddle-worker-"))
  await writeFile(join(folder, "worker.js"), await bundleWorker())
  await writeFile(
    join(folder, "config.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .customer)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const customer :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01"
);
`
  )
  const { close } = await run(program, ["serve", join(folder, "config.capnp")], port)
  return { port, close: () => close().then(() => rm(folder, { recursive: true, force: true })) }
}

export interface Runtime extends Framework {
  readonly installed: boolean
  readonly program: string | undefined
}

const runtime = (name: keyof typeof programs, start: (program: string, port: number) => Promise<Running>): Runtime => {
  const program = programs[name]
  return {
    name,
    installed: program !== undefined,
    program,
    start: async () => {
      if (program === undefined) throw new Error(`${name} is not installed: npm install --prefix ${place}`)
      return start(program, await freePort())
    }
  }
}

/** The customer inside is its own (`makeCustomer`): no receiver crosses into another process. */
export const runtimes: ReadonlyArray<Runtime> = [
  runtime("Bun", (program, port) => run(program, ["Bun.ts", String(port)], port)),
  runtime("Deno", (program, port) =>
    run(program, ["run", "--no-prompt", "--allow-net=127.0.0.1", "Deno.ts", String(port)], port)
  ),
  runtime("Workers", runWorker)
]
