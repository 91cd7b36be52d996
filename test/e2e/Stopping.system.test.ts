/** SIGTERM and SIGINT to npm, or to the server itself, end everything that the start command started. */
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { freePort } from "../support/FreePort.ts"
import { choosePlace, cleanEnvironment, eventually, startHeddle } from "../support/HeddleProcess.ts"

const checkout = fileURLToPath(new URL("../..", import.meta.url))
const startMillis = 150_000
const stopMillis = 20_000

/** How the systemd unit starts a server without npm, below the folder of this checkout. */
const documentedStart = async (): Promise<ReadonlyArray<string>> => {
  const text = await readFile(join(checkout, "deploy/heddle.service"), "utf8")
  const line = /^ExecStart=(.*)$/m.exec(text)?.[1] ?? assert.fail("the unit starts nothing")
  return line.replace("/opt/heddle/", checkout.replace(/\/?$/, "/")).split(" ")
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false
  )

const isGone = (group: number): boolean => {
  try {
    process.kill(-group, 0)
    return false
  } catch {
    return true
  }
}

interface Stop {
  readonly signal: "SIGTERM" | "SIGINT"
  /** `group` is what a terminal does on Ctrl+C. */
  readonly to: "process" | "group"
}

const startAndStop = async (command: ReadonlyArray<string>, { signal, to }: Stop): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), "heddle-stopping-"))
  const receiverPort = await freePort()
  const place = await choosePlace(dataDir, { HEDDLE_DEMO_RECEIVER_PORT: String(receiverPort) })
  const [file = "", ...args] = command
  // A group of its own, which also shows what is left.
  const child = spawn(file, args, {
    cwd: checkout,
    env: { ...cleanEnvironment(), ...place.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true
  })
  const group = child.pid ?? assert.fail(`${file} did not start`)
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += String(chunk)))
  const ended = new Promise((resolve) => child.once("exit", (code, killedBy) => resolve(killedBy ?? code)))
  const isDemo = command.includes("start")
  const urls = [
    `http://127.0.0.1:${place.port}/healthz`,
    `http://127.0.0.1:${place.operatorPort}/readyz`,
    ...(isDemo ? [`http://127.0.0.1:${receiverPort}/`] : [])
  ]
  const allAnswer = async () => (await Promise.all(urls.map(answers))).every((answered) => answered)
  try {
    await eventually("everything answers", allAnswer, startMillis)
    process.kill(to === "group" ? -group : group, signal)
    assert.strictEqual(await ended, 0, output)
    assert.include(output, "Stopping.")
    await eventually("no process is left", async () => isGone(group), stopMillis)
    assert.deepStrictEqual(
      await Promise.all(urls.map(answers)),
      urls.map(() => false)
    )
    assert.isFalse(existsSync(join(dataDir, "database.lock")), "the lock of the data folder is released")
    assert.isFalse(existsSync(join(dataDir, "server.json")))
  } finally {
    if (!isGone(group)) process.kill(-group, "SIGKILL")
    await rm(dataDir, { recursive: true, force: true })
  }
}

const serve = ["npm", "run", "heddle", "--", "serve"]
const demo = ["npm", "start"]

describe.concurrent("a stop", () => {
  it.each<readonly [string, ReadonlyArray<string>, Stop]>([
    ["SIGTERM to npm ends the server", serve, { signal: "SIGTERM", to: "process" }],
    ["SIGINT to npm ends the server", serve, { signal: "SIGINT", to: "process" }],
    ["SIGTERM to npm ends the demo and its receiver", demo, { signal: "SIGTERM", to: "process" }],
    ["Ctrl+C ends the demo and its receiver", demo, { signal: "SIGINT", to: "group" }]
  ])("%s", (_title, command, stop) => startAndStop(command, stop), startMillis + stopMillis * 2)

  it(
    "drains first: for the configured time it is not ready and still answers",
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), "heddle-draining-"))
      const heddle = await startHeddle(await choosePlace(dataDir, { HEDDLE_DRAIN_TIME: "5 seconds" }))
      const stopped = heddle.stop()
      const isDraining = async () => {
        const response = await fetch(`${heddle.operatorUrl}/readyz`)
        return response.status === 503 && (await response.text()).includes("the process is stopping")
      }
      await eventually("it is not ready", isDraining, stopMillis)
      assert.isTrue(await answers(`${heddle.baseUrl}/healthz`), "calls go on")
      await stopped
      assert.isFalse(await answers(`${heddle.baseUrl}/healthz`))
      await rm(dataDir, { recursive: true, force: true })
    },
    startMillis + stopMillis
  )

  it(
    "SIGTERM to the documented start without npm ends the server",
    async () => startAndStop(await documentedStart(), { signal: "SIGTERM", to: "process" }),
    startMillis + stopMillis * 2
  )
})
