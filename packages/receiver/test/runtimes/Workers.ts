/** Cloudflare's workerd, bundled for and configured as Cloudflare's own tool does it. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { freePort } from "../../../../test/support/FreePort.ts"
import { cleanEnvironment } from "../../../../test/support/HeddleProcess.ts"
import type { Running } from "../../../../test/support/LocalServer.ts"
import { startProgram } from "../support/Program.ts"
import { fetchedFile } from "./Fetched.ts"

const platform = `${process.platform}-${process.arch.replace("x64", "64")}`
const workerd = fetchedFile("workerd", `@cloudflare/workerd-${platform}/bin/workerd`)

async function bundle(entry: string): Promise<string> {
  const made = await rolldown({
    input: entry,
    platform: "browser",
    resolve: { conditionNames: ["workerd", "worker", "browser", "import", "default"] }
  })
  const { output } = await made.generate({ format: "esm", codeSplitting: false })
  await made.close()
  return output[0].code
}

export interface WorkerOptions {
  /** File that exports the worker. */
  readonly entry: string
  readonly variables?: Readonly<Record<string, string>>
  /** Class of the Durable Objects that the worker knows as `env.EVENTS`. */
  readonly objects?: string
}

const config = ({ variables = {}, objects }: WorkerOptions, port: number) => {
  const texts = Object.entries(variables).map(
    ([name, value]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(value)})`
  )
  const namespaces =
    objects === undefined ? "" : `(className = "${objects}", uniqueKey = "${objects}", enableSql = true)`
  const bindings =
    objects === undefined ? texts : [...texts, `(name = "EVENTS", durableObjectNamespace = "${objects}")`]
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .customer), (name = "disk", disk = (path = "objects", writable = true))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const customer :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-07-01",
  bindings = [${bindings.join()}],
  durableObjectNamespaces = [${namespaces}],
  durableObjectStorage = (localDisk = "disk")
);
`
}

async function start(program: string, options: WorkerOptions): Promise<Running> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), "heddle-worker-"))
  await mkdir(join(folder, "objects"))
  await writeFile(join(folder, "worker.js"), await bundle(options.entry))
  await writeFile(join(folder, "config.capnp"), config(options, port))
  const { kill, untilListening } = startProgram([program, "serve", "config.capnp"], {
    cwd: folder,
    env: cleanEnvironment()
  })
  await untilListening(port)
  return { port, close: () => kill().then(() => rm(folder, { recursive: true, force: true })) }
}

export const startWorker = workerd.map((program) => (options: WorkerOptions) => start(program, options))
