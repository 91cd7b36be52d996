/** The files of a release, each installed in an empty project without a registry, and used together. */
import { execFile, spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { promisify } from "node:util"
import { version } from "@heddle/api"
import { afterAll, beforeAll, expect, it } from "vitest"
import { installIn } from "../../scripts/package/Pack.ts"
import { writeArtifacts } from "../../scripts/release/Artifacts.ts"
import { describeWith } from "../support/DescribeWith.ts"
import { runToEnd } from "../support/EndedProgram.ts"
import { freePort } from "../support/FreePort.ts"
import { builtProgram, choosePlace, eventually, type HeddleProcess, startHeddle } from "../support/HeddleProcess.ts"
import { pythonCommand } from "../support/Interpreters.ts"
import { oldestNodeOfApps } from "../support/OldestNode.ts"
import { type Account, callApi, createAccount, ingest } from "../support/Operator.ts"
import { releaseFolder } from "../support/TestSettings.ts"

const run = promisify(execFile)
const waitMillis = 60_000

const names = ["client", "receiver", "receiver-cli", "rule-sync", "server"] as const
type Name = (typeof names)[number]

const files = [
  "NOTES.md",
  "SHA256SUMS",
  ...names.map((name) => `heddle-${name}-${version}.tgz`),
  `heddle-${version}.cdx.json`,
  `heddle_client-${version}-py3-none-any.whl`,
  `heddle_client-${version}.tar.gz`
]

const hashOf = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex")

/** Hashes by path, without what Node has compiled there. */
const contentsOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
      .filter((path) => !path.startsWith("node_modules/.cache/"))
      .toSorted()
      .map((path) => [path, hashOf(join(folder, path))])
  )

const search = `import { Heddle } from "@heddle/client"
const heddle = new Heddle({ apiKey: process.env.HEDDLE_API_KEY, baseUrl: process.env.HEDDLE_API_URL })
console.log((await heddle.searchPosts({ keywords: ["咖啡"] })).data.map(({ code }) => code))
`
const pythonSearch = `import os
from heddle_client import Heddle
heddle = Heddle(api_key=os.environ["HEDDLE_API_KEY"], base_url=os.environ["HEDDLE_API_URL"])
print([post["code"] for post in heddle.search_posts(keywords=["咖啡"])["data"]])
`
const receive = `import { createServer } from "node:http"
import { createReceiver } from "@heddle/receiver"
import { nodeHandler } from "@heddle/receiver/node"
const receiver = createReceiver({ secrets: process.env.HEDDLE_WEBHOOK_SECRET, handler: () => {} })
createServer(nodeHandler(receiver)).listen(Number(process.env.PORT), "127.0.0.1", () => console.log("listens on"))
`

describeWith(pythonCommand, "a release", (python) => {
  let folder: string
  let release: string
  let server: HeddleProcess
  let account: Account
  let env: Readonly<Record<string, string>>

  const project = (name: Name): string => join(folder, name)
  const installed = (name: Name): string => join(project(name), "node_modules/@heddle", name)
  const command = (name: Name, file: string): string => join(project(name), "node_modules/.bin", file)

  /** Runs a receiver of webhooks until it is killed, and tells what a test event was answered. */
  const testEvent = async (name: Name, file: string, ...args: ReadonlyArray<string>) => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/`
    const { data } = await callApi(server, account, "POST", "/webhook/endpoints", { url })
    const line = [file, ...args.map((arg) => arg.replace("PORT", String(port)))]
    const own = { ...env, PORT: String(port), HEDDLE_WEBHOOK_SECRET: data.secret }
    const child = spawn(process.execPath, line, { cwd: project(name), env: own })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)))
    try {
      await eventually(`${name} listens`, async () => output.includes("listens on"), waitMillis)
      const answer = await callApi(server, account, "POST", `/webhook/endpoints/${data.id}/test`)
      const unsigned = await fetch(url, { method: "POST", body: "{}" })
      return { delivered: answer.data.delivered, unsigned: unsigned.status, output: () => output }
    } finally {
      child.kill()
    }
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "heddle-release-"))
    release = releaseFolder ?? join(folder, "release")
    if (releaseFolder === undefined) {
      await writeArtifacts(release, { version, timestamp: "2026-11-23T00:00:00.000Z", notes: "# Heddle\n" })
    }
    for (const name of names) await installIn(project(name), join(release, `heddle-${name}-${version}.tgz`))
    const settings = { HEDDLE_WEBHOOK_ALLOW_LOOPBACK: "true" }
    const place = await choosePlace(join(folder, "data"), settings)
    server = await startHeddle({ ...place, program: command("server", "heddle") })
    account = await createAccount(server, { plan: "standard" })
    env = { HEDDLE_API_KEY: account.apiKey, HEDDLE_API_URL: server.baseUrl }
    const post_timestamp = Math.floor(Date.now() / 1_000) - 60
    const post = { type: "post", code: "c1", caption: "週末最適合來一杯手沖咖啡", username: "amy", post_timestamp }
    await ingest(server, JSON.stringify({ ...post, url: "https://network.example/c1" }))
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })

  it("has all files, with their checksums", async () => {
    expect((await readdir(release)).toSorted()).toEqual(files.toSorted())
    const sums = files.filter((name) => name !== "SHA256SUMS").map((name) => `${hashOf(join(release, name))}  ${name}`)
    const written = (await readFile(join(release, "SHA256SUMS"), "utf8")).trimEnd().split("\n")
    expect(written.toSorted()).toEqual(sums.toSorted())
  })

  it("has the same bytes in the server's package as another build of the same sources", () => {
    expect(contentsOf(installed("server"))).toEqual(contentsOf(dirname(dirname(builtProgram))))
  })

  it("names what is in it, with hashes and licences", async () => {
    const { components } = JSON.parse(await readFile(join(release, `heddle-${version}.cdx.json`), "utf8"))
    const third: ReadonlyArray<{ name: string; version: string; hashes?: unknown }> = components.slice(names.length + 1)
    for (const name of ["@electric-sql/pglite", "effect", "react", "yaml"]) {
      expect(third.find((one) => one.name === name)).toMatchObject({ hashes: [{ alg: "SHA-512" }] })
    }
    expect(third.filter(({ hashes }) => hashes === undefined)).toEqual([])
    const packages = await Promise.all(
      (["rule-sync", "server"] as const).map((name) => readFile(join(installed(name), "THIRD-PARTY.txt"), "utf8"))
    )
    const noticed = (one: (typeof third)[number]) =>
      packages.some((text) => text.includes(`${one.name} ${one.version} (`))
    expect(third.filter((one) => !noticed(one))).toEqual([])
  })

  it("has a server that answers, shows its pages and its portal, and knows its version", async () => {
    const get = async (path: string) => (await fetch(server.baseUrl + path)).status
    expect(await get("/healthz")).toBe(200)
    for (const path of ["/", "/docs", "/docs/changelog", "/sign-in", "/portal/licenses.json", "/openapi.json"]) {
      expect([path, await get(path)]).toEqual([path, 200])
    }
    const { stdout } = await run(process.execPath, [command("server", "heddle"), "--version"])
    expect(stdout).toContain(version)
  })

  describeWith(oldestNodeOfApps, "on the oldest Node", (node) => {
    it("has a server that creates and opens its database", async () => {
      const settings = { HEDDLE_DATA_DIR: join(folder, "oldest"), HEDDLE_SOURCE: "none" }
      const migrated = await runToEnd(node, [command("server", "heddle"), "migrate"], { env: settings })
      expect(migrated).toMatchObject({ code: 0, out: "The database is up to date.\n" })
    })
  })

  it("has clients that call the server", async () => {
    await writeFile(join(project("client"), "search.js"), search)
    const { stdout } = await run(process.execPath, ["search.js"], { cwd: project("client"), env })
    expect(stdout).toBe("[ 'c1' ]\n")
    const wheel = { ...env, PYTHONPATH: join(release, `heddle_client-${version}-py3-none-any.whl`) }
    const called = await runToEnd(python, ["-X", "utf8", "-c", pythonSearch], { env: wheel })
    expect(called).toMatchObject({ code: 0, out: "['c1']\n" })
  })

  it("has a command that plans rules for the server", async () => {
    const rules = "    rules:\n      - keyword: 台積電\n        likeCount: 50\n"
    const text = `version: 1\nendpoints:\n  - url: http://127.0.0.1:4003/\n${rules}`
    await writeFile(join(project("rule-sync"), "heddle.rules.yaml"), text)
    const planned = await run(process.execPath, [command("rule-sync", "heddle-rules"), "plan"], {
      cwd: project("rule-sync"),
      env
    }).catch((error: unknown) => error)
    expect(planned).toMatchObject({ code: 2, stdout: expect.stringContaining("Plan: 1 endpoint to create") })
  })

  it("has a receiver that takes the server's events, and no others", async () => {
    await writeFile(join(project("receiver"), "receive.js"), receive)
    const { delivered, unsigned } = await testEvent("receiver", "receive.js")
    expect([delivered, unsigned]).toEqual([true, 400])
  })

  it("has a command that shows the server's events", async () => {
    const shown = await testEvent(
      "receiver-cli",
      command("receiver-cli", "heddle-receiver"),
      "listen",
      "--port",
      "PORT"
    )
    expect([shown.delivered, shown.unsigned]).toEqual([true, 400])
    expect(shown.output()).toContain("verified")
  })
})
