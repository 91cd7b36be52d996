/** A command loads what it needs: whatever else it loads, everybody who types it waits for. */
import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "vitest"
import { cleanEnvironment, ownCheckout } from "../support/HeddleProcess.ts"

const run = promisify(execFile)

/** Writes the addresses of all modules when the process ends. */
const hook = `data:text/javascript,${encodeURIComponent(`
  import { writeFileSync } from "node:fs"
  import { registerHooks } from "node:module"
  const loaded = []
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  process.once("exit", () => writeFileSync(process.env.LOADED_MODULES, loaded.join("\\n")))
`)}`

interface Loaded {
  readonly output: string
  /** Paths from the root of the repository. */
  readonly modules: ReadonlyArray<string>
}

const load = async (folder: string, ...args: ReadonlyArray<string>): Promise<Loaded> => {
  const list = join(folder, "modules.txt")
  const env = { ...cleanEnvironment(), HEDDLE_DATA_DIR: folder, LOADED_MODULES: list }
  const { stdout } = await run(process.execPath, ["--import", hook, ...args], { cwd: ownCheckout, env })
  const modules = (await readFile(list, "utf8")).split("\n").map((url) => url.replace(`file://${ownCheckout}`, ""))
  return { output: stdout, modules }
}

const inFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = await mkdtemp(join(tmpdir(), "heddle-loaded-modules-"))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const heddle = "apps/server/bin/heddle.mjs"

/** Of the server's modules, commands share settings, the operator's contract and the start of a database. */
const ofServer =
  /^apps\/server\/src\/(?!cli|runtime\/|operator\/|demo\/|database\/|\w+\/\w+\/(?:LedgerAnswers|IngestSummary|MastodonSettings)\.ts$|transport\/OperatorPortCheck\.ts$)/
const ofDatabase =
  /^node_modules\/@(?:effect\/sql-pg|electric-sql)\/|database\/(?:client\/\w*Client|Database|migrations\/)/
const ofText = /^packages\/(?:text|forecast)\//
const ofApi =
  /^packages\/api\/src\/(?:Api|Families|operations\/.*|openapi\/.*)\.\w+$|^node_modules\/effect\/dist\/http-api\//

const found = (modules: ReadonlyArray<string>, ...kinds: ReadonlyArray<RegExp>) =>
  modules.filter((path) => kinds.some((kind) => kind.test(path)))

describe("heddle loads", () => {
  it.each(["--help", "ingest --help", "--version", "--unknown"])(
    "neither the server nor the API for %s",
    (typed) =>
      inFolder(async (folder) => {
        const wrong = `process.on("exit", () => (process.exitCode = 0))`
        const args = typed.split(" ")
        const { modules } = await load(folder, "--import", `data:text/javascript,${wrong}`, heddle, ...args)
        assert.include(modules, "apps/server/src/cli/Heddle.ts")
        assert.deepStrictEqual(found(modules, ofServer, ofDatabase, ofText, ofApi), [])
      }),
    150_000
  )

  it(
    "no server to call one that runs",
    () =>
      inFolder(async (folder) => {
        const server = createServer((_, response) => response.setHeader("content-type", "application/json").end("[]"))
        await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
        try {
          const address = server.address()
          assert.isObject(address)
          const operatorUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
          const addresses = { pid: process.pid, baseUrl: operatorUrl, operatorUrl }
          await writeFile(join(folder, "server.json"), JSON.stringify(addresses))
          const { output, modules } = await load(folder, heddle, "accounts", "list")
          assert.include(output, "ACCOUNT")
          assert.include(modules, "apps/server/src/operator/OperatorApi.ts")
          assert.deepStrictEqual(found(modules, ofServer, ofDatabase, ofText), [])
        } finally {
          server.close()
        }
      }),
    150_000
  )

  it(
    "libraries of the pages and the documentation with the first request, and ports with the server",
    () =>
      inFolder(async (folder) => {
        const programs = ["main.ts", "transport/Ports.ts"].map((name) => `apps/server/src/${name}`)
        const { modules } = await load(folder, programs[0] ?? "")
        assert.deepStrictEqual(found(modules, /^apps\/server\/src\/transport\/(?:docs|mcp|portal|rest)\//), [])
        const library = /^node_modules\/(?:better-auth|oidc-provider|highlight\.js|marked|minisearch|stripe)\//
        const all = await load(folder, "--import", join(ownCheckout, programs[0] ?? ""), programs[1] ?? "")
        assert.isAbove(found(all.modules, /transport\/docs\//).length, 0)
        assert.deepStrictEqual(found(all.modules, library), [])
      }),
    150_000
  )
})
