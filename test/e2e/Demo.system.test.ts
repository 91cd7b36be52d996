/** `npm start` as a new user meets it: verified events arrive, the key works, a second start keeps everything. */
import type { EndpointId } from "@heddle/api"
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { describeWith } from "../support/DescribeWith.ts"
import { footprints } from "../support/Footprint.ts"
import { freePort } from "../support/FreePort.ts"
import { choosePlace, cleanEnvironment, eventually } from "../support/HeddleProcess.ts"

/** A machine that is busy starts slowly. */
const eventMillis = 170_000
/** Of the server alone, without the process that creates its database and the receiver. */
const maxPeakMiB = 600
const program = fileURLToPath(new URL("../../apps/server/bin/heddle.mjs", import.meta.url))

interface DemoFile {
  readonly baseUrl: string
  readonly operatorUrl: string
  readonly receiverUrl: string
  readonly email: string
  readonly password: string
  readonly apiKey: string
  readonly endpointId: EndpointId
  readonly endpointSecret: string
}

describe("the demo", () => {
  let dataDir = ""
  let env: Readonly<Record<string, string>> = {}
  let demo: ChildProcess | undefined
  let output = ""

  const start = () => {
    output = ""
    demo = spawn(process.execPath, [program, "demo"], {
      env: { ...cleanEnvironment(), ...env },
      stdio: ["ignore", "pipe", "pipe"]
    })
    demo.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()))
    demo.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()))
  }
  const stop = async () => {
    const gone = new Promise((resolve) => demo?.once("exit", resolve))
    demo?.kill("SIGTERM")
    await gone
  }
  const demoFile = async (): Promise<DemoFile> => JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8"))
  const balance = async ({ baseUrl, apiKey }: DemoFile) =>
    fetch(`${baseUrl}/balance`, { headers: { authorization: `Bearer ${apiKey}` } })

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "heddle-demo-"))
    const place = await choosePlace(dataDir, {
      HEDDLE_DEMO_RECEIVER_PORT: String(await freePort()),
      HEDDLE_ROUND_INTERVAL: "1 second"
    })
    env = { ...place.env, HEDDLE_SOURCE: "simulation" }
    start()
  })

  afterAll(async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  it("prints verified events of the simulation and what to try next", async () => {
    await eventually("a verified event", async () => /verified (keyword|trending) event/.test(output), eventMillis)
    await eventually("the banner", async () => output.includes("Heddle is running"), eventMillis)
    const { apiKey } = await demoFile()
    await eventually("the key", async () => output.includes(`Key         ${apiKey}`), eventMillis)
    assert.notInclude(output, "ERROR")
  })

  it("writes a key that works and an endpoint with its rules", async () => {
    const file = await demoFile()
    assert.strictEqual((await balance(file)).status, 200)
    const response = await fetch(`${file.baseUrl}/webhook/endpoints`, {
      headers: { authorization: `Bearer ${file.apiKey}` }
    })
    const { data }: { data: ReadonlyArray<{ id: string; secret: string; rules: ReadonlyArray<unknown> }> } =
      await response.json()
    assert.deepInclude(data[0], { id: file.endpointId, secret: file.endpointSecret })
    assert.isAtLeast(data[0]?.rules.length ?? 0, 3)
  })

  it("writes an address and a password that sign in", async () => {
    const { baseUrl, email, password } = await demoFile()
    assert.include(output, `${baseUrl}/sign-in   (as ${email}, password ${password})`)
    const response = await fetch(`${baseUrl}/sign-in`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: baseUrl },
      body: new URLSearchParams({ email, password })
    })
    assert.strictEqual(response.status, 303)
    const cookie = response.headers.getSetCookie().join().split(";", 1)[0] ?? ""
    assert.strictEqual((await fetch(`${baseUrl}/portal`, { redirect: "manual", headers: { cookie } })).status, 200)
  })

  it("prints what sets the key and the address in a shell", async () => {
    const { apiKey, baseUrl } = await demoFile()
    const script = `eval "$('${process.execPath}' '${program}' demo-env)" && echo "$HEDDLE_API_KEY $HEDDLE_API_URL"`
    const { stdout } = await promisify(execFile)("bash", ["-c", script], { env: { ...cleanEnvironment(), ...env } })
    assert.strictEqual(stdout, `${apiKey} ${baseUrl}\n`)
  })

  it("refuses to start when its ports are in use, and names each with its setting", async () => {
    const { HEDDLE_PORT: port = "", HEDDLE_DEMO_RECEIVER_PORT: receiverPort = "" } = env
    const other = await mkdtemp(join(tmpdir(), "heddle-demo-"))
    const taken = { ...cleanEnvironment(), ...env, HEDDLE_DATA_DIR: other }
    const second = await promisify(execFile)(process.execPath, [program, "demo"], { env: taken }).catch(
      ({ stderr }: { stderr: string }) => ({ stderr })
    )
    await rm(other, { recursive: true, force: true })
    assert.include(second.stderr, `Port ${port} (the API) is in use`)
    assert.include(second.stderr, `Port ${receiverPort} (the example receiver) is in use`)
    assert.include(second.stderr, "HEDDLE_DEMO_RECEIVER_PORT")
  })

  describeWith(footprints, "its memory", (footprintOf) => {
    it("fits a machine of 1 GB", () => {
      assert.isBelow(footprintOf({ pid: demo?.pid }).peakMiB, maxPeakMiB)
    })
  })

  it("keeps everything over a second start on the same folder", async () => {
    const before = await demoFile()
    await stop()
    start()
    await eventually("a first line", async () => output !== "", eventMillis)
    assert.include(output, `Opening the embedded database in ${join(dataDir, "database")}`)
    await eventually("the demo is back", async () => output.includes("Heddle is running"), eventMillis)
    assert.deepStrictEqual(await demoFile(), before)
    assert.strictEqual((await balance(before)).status, 200)
    assert.notInclude(output, "ERROR")
  })
})
