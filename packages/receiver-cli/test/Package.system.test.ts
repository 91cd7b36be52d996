/** The command as it is published, installed in an empty project. */
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { describeWith } from "../../../test/support/DescribeWith.ts"
import { oldestNode } from "../../../test/support/OldestNode.ts"
import { installIn, pack } from "../../../scripts/package/Pack.ts"
import { secret } from "./support/Fixtures.ts"

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), "receiver-cli-"))
const consumer = join(folder, "consumer")
const command = join(consumer, "node_modules/.bin/heddle-receiver")

beforeAll(async () => {
  const { tarball } = await pack(fileURLToPath(new URL("..", import.meta.url)), folder)
  await installIn(consumer, tarball)
})
afterAll(() => rm(folder, { recursive: true }))

it("holds what was built, and depends on nothing", async () => {
  const installed = join(consumer, "node_modules/@heddle/receiver-cli")
  const manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8"))
  expect(manifest.dependencies).toBeUndefined()
  expect(manifest.private).toBeUndefined()
  expect((await readdir(installed)).toSorted()).toEqual(["LICENSE", "README.md", "lib", "package.json"])
})

it("shows its version", async () => {
  const { version } = JSON.parse(
    await readFile(join(consumer, "node_modules/@heddle/receiver-cli/package.json"), "utf8")
  )
  expect((await run(process.execPath, [command, "--version"])).stdout).toBe(`${version}\n`)
})

function receivesWhatItSends(node: string): void {
  it("receives what it sends", async () => {
    const env = { HEDDLE_WEBHOOK_SECRET: secret }
    const listening = spawn(node, [command, "listen", "--port", "0"], { env })
    let said = ""
    listening.stderr.on("data", (chunk) => (said += String(chunk)))
    await expect.poll(() => said, { timeout: 20_000 }).toContain("listens on")
    const url = /http:\/\/\S+/.exec(said)?.[0] ?? ""
    const checked = await run(node, [command, "send", "--to", url, "--check"], { env })
    listening.kill("SIGTERM")
    expect((await once(listening, "close"))[0]).toBe(0)
    expect(checked.stdout).toContain("All 15 answers are as they should be. The repeats were answered as duplicates.")
    expect(said).toContain("received 5, repeats 2, refused 8")
  })
}

describe("on this Node", () => {
  receivesWhatItSends(process.execPath)
})
describeWith(oldestNode, "on the oldest Node", receivesWhatItSends)
