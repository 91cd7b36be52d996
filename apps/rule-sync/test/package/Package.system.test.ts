/** The command as it is published, installed in an empty project without a registry. */
import { execFile } from "node:child_process"
import { readdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { runToEnd } from "../../../../test/support/EndedProgram.ts"
import { freePort } from "../../../../test/support/FreePort.ts"
import { oldestNodeOfApps } from "../../../../test/support/OldestNode.ts"
import { type Installed, installPackage } from "../support/InstalledPackage.ts"

/** What is read to show the help; the contract of the API alone is twice as large. */
const maxHelpBytes = 400_000

let tool: Installed
beforeAll(async () => {
  tool = await installPackage()
})
afterAll(() => tool.remove())

/** A file and all that it loads with itself. */
async function loadedWith(lib: string, file: string, found = new Set<string>()): Promise<ReadonlySet<string>> {
  if (found.has(file)) return found
  found.add(file)
  const code = await readFile(join(lib, file), "utf8")
  for (const [, imported = ""] of code.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+)["'`]/g)) {
    await loadedWith(lib, imported, found)
  }
  return found
}

describe("the packed package", () => {
  it("holds a command, and the licences of all that is in it, and depends on nothing", async () => {
    const manifest = JSON.parse(await readFile(join(tool.installed, "package.json"), "utf8"))
    expect(manifest).toMatchObject({ name: "@heddle/rule-sync", engines: { node: ">=22.19" } })
    for (const field of ["dependencies", "private", "scripts"]) expect(Object.keys(manifest)).not.toContain(field)
    const files = ["LICENSE", "README.md", "THIRD-PARTY.txt", "lib", "package.json"]
    expect((await readdir(tool.installed)).toSorted()).toEqual(files)
    const notices = await readFile(join(tool.installed, "THIRD-PARTY.txt"), "utf8")
    for (const name of ["effect", "yaml", "undici", "WordNet"]) expect(notices).toContain(`\n${name} `)
  })

  it("shows its help without the contract of the API", async () => {
    const lib = join(tool.installed, "lib")
    const files = await loadedWith(lib, "main.js")
    const sizes = await Promise.all([...files].map(async (file) => (await stat(join(lib, file))).size))
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(maxHelpBytes)
  })
})

function runsOn(node: string): void {
  const run = (...args: ReadonlyArray<string>) => runToEnd(node, [tool.command, ...args], { cwd: tool.project })

  it("shows its help and its version", async () => {
    const help = await run("--help")
    expect([help.code, help.out]).toEqual([0, expect.stringContaining("Make the API have the rules of the file")])
    const { version } = JSON.parse(await readFile(join(tool.installed, "package.json"), "utf8"))
    expect(await run("--version")).toMatchObject({ code: 0, out: `heddle-rules v${version}\n` })
  })

  it.each([
    [["plam"], 'Unknown subcommand "plam"'],
    [["plan", "--jsn"], "--jsn"],
    [["plan", "--allow-deletes", "some"], "--allow-deletes"],
    [["--log-level", "loud", "plan"], "--log-level"]
  ])("tells a mistyped command from one that fails: %j", async (args, message) => {
    const { code, out, all } = await run(...args)
    expect(code).toBe(64)
    expect(all.slice(out.length)).toContain(message)
  })

  it("checks a file, and fails where nobody answers", async () => {
    const url = "https://example.com/hooks/heddle"
    await writeFile(join(tool.project, "heddle.rules.yaml"), `version: 1\nendpoints:\n  - url: ${url}\n    rules: []\n`)
    expect(await run("validate")).toMatchObject({ code: 0, out: expect.stringContaining("0 rules at 1 endpoint") })
    const address = `http://127.0.0.1:${await freePort()}`
    const env = { HEDDLE_API_KEY: "hdl_test", HEDDLE_API_URL: address }
    const { code, all } = await runToEnd(node, [tool.command, "plan"], { cwd: tool.project, env })
    expect([code, all]).toEqual([1, expect.stringContaining(`no server answers at ${address} (ECONNREFUSED)`)])
  })
}

describe("on this Node", () => {
  runsOn(process.execPath)

  it("writes completions that know every command's flags", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [tool.command, "--completions", "bash"])
    for (const word of ["import", "validate", "--allow-empty"]) expect(stdout).toContain(word)
  })
})
describeWith(oldestNodeOfApps, "on the oldest Node", runsOn)
