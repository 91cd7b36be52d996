/** The reader of a command's output ends before the command. */
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, it } from "vitest"
import { choosePlace, cleanEnvironment } from "../support/HeddleProcess.ts"

const program = fileURLToPath(new URL("../../apps/server/bin/heddle.mjs", import.meta.url))

/** What it prints on standard error, and its exit code, when nobody reads its standard output. */
const withoutReader = async (...args: ReadonlyArray<string>) => {
  const dataDir = await mkdtemp(join(tmpdir(), "heddle-closed-output-"))
  const { env } = await choosePlace(dataDir, { HEDDLE_SOURCE: "none" })
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...cleanEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  child.stdout.destroy()
  let errors = ""
  child.stderr.on("data", (chunk: Buffer) => (errors += String(chunk)))
  try {
    const code = await new Promise((resolve) => child.once("close", resolve))
    return { code, errors, isLocked: existsSync(join(dataDir, "database.lock")) }
  } finally {
    child.kill("SIGKILL")
    await rm(dataDir, { recursive: true, force: true })
  }
}

it("ends a command quietly", async () => {
  assert.deepStrictEqual(await withoutReader("accounts", "--help"), { code: 0, errors: "", isLocked: false })
}, 60_000)

it("stops a server, which says so, releases its data folder and fails", async () => {
  const { code, errors, isLocked } = await withoutReader("serve")
  assert.include(errors, "Whatever read the output of the server has ended")
  assert.notInclude(errors, "EPIPE")
  assert.deepStrictEqual([code, isLocked], [1, false])
}, 150_000)
