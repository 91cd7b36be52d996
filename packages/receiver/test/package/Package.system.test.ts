import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { glob, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { oldestNode } from "../../../../test/support/OldestNode.ts"
import { build } from "../../scripts/Build.ts"
import { entryOf, readManifest } from "../../scripts/Manifest.ts"
import { maxAdapterGzipBytes, maxVerifyGzipBytes, type Size, sizes } from "../../scripts/Sizes.ts"
import { fetchedFile } from "../runtimes/Fetched.ts"
import { runProgram } from "../support/Program.ts"
import { exercise, exercised, mixed, typed } from "./Consumer.ts"

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), "receiver-package-"))
const built = join(folder, "built")
const consumer = join(folder, "consumer")
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc")
const attw = fetchedFile("@arethetypeswrong/cli", "@arethetypeswrong/cli/dist/index.js")
const expectedFiles = ["LICENSE", "README.md", "cjs", "docs", "esm", "examples", "package.json"]
let tarball = ""

const runs = async (node: string, file: string, ...flags: ReadonlyArray<string>): Promise<unknown> =>
  JSON.parse((await run(node, [...flags, file], { cwd: consumer })).stdout)

beforeAll(async () => {
  await build(built)
  await run("npm", ["pack", "--pack-destination", folder], { cwd: built })
  tarball = join(folder, (await readdir(folder)).find((name) => name.endsWith(".tgz")) ?? "")
  await mkdir(consumer)
  await writeFile(join(consumer, "package.json"), JSON.stringify({ private: true }))
  await run("npm", ["install", tarball, "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: consumer })
  await writeFile(join(consumer, "esm.mjs"), exercise("esm"))
  await writeFile(join(consumer, "cjs.cjs"), exercise("cjs"))
  await writeFile(join(consumer, "mixed.mjs"), mixed)
})
afterAll(() => rm(folder, { recursive: true }))

describe("the packed package", () => {
  it("holds what was built, its licence and its README, and depends on nothing", async () => {
    const manifest = JSON.parse(await readFile(join(built, "package.json"), "utf8"))
    expect(Object.keys(manifest)).not.toContain("dependencies")
    expect(manifest).toMatchObject({ name: "@heddle/receiver", sideEffects: false, engines: { node: ">=18" } })
    expect(manifest.private).toBeUndefined()
    const installed = await readdir(join(consumer, "node_modules/@heddle/receiver"))
    expect(installed.toSorted()).toEqual(expectedFiles)
    expect((await readdir(join(consumer, "node_modules"))).filter((name) => !name.startsWith("."))).toEqual(["@heddle"])
  })

  it("holds every page and file that its pages link to", async () => {
    const broken: Array<string> = []
    for await (const page of glob(["README.md", "docs/*.md"], { cwd: built })) {
      const text = await readFile(join(built, page), "utf8")
      for (const [, target = ""] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
        const path = relative(built, join(built, dirname(page), target))
        if (path.startsWith("..") || !existsSync(join(built, path))) broken.push(`${page}: ${target}`)
      }
    }
    expect(broken).toEqual([])
  })

  it("publint finds nothing", async () => {
    const packed = await readFile(tarball)
    const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(packed).buffer }, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })
})

describeWith(attw, "what is fetched", (program) => {
  it("arethetypeswrong finds nothing in the package", async () => {
    const command = [process.execPath, program, "--format", "json", tarball]
    const { analysis, problems } = JSON.parse(await runProgram(command, { cwd: folder, env: {} }))
    expect({ types: analysis.types, problems }).toMatchObject({ types: { kind: "included" }, problems: {} })
    expect(problems).toEqual({})
  })

  it("is used with the types it has", async () => {
    const project = fileURLToPath(new URL("../runtimes/tsconfig.json", import.meta.url))
    expect(await runProgram([process.execPath, tsc, "-p", project], { cwd: folder, env: {} })).toBe("")
  })
})

function runsOn(node: string): void {
  it.each(["esm.mjs", "cjs.cjs"])("runs as %s", async (file) => {
    expect(await runs(node, file)).toEqual(exercised)
  })

  it("accepts an adapter of one format with a receiver of the other", async () => {
    expect(await runs(node, "mixed.mjs")).toEqual([["body_consumed", true]])
  })

  it("has a command that receives what it sends", async () => {
    const command = join(consumer, "node_modules/.bin/heddle-receiver")
    const env = { HEDDLE_WEBHOOK_SECRET: "whsec_Zk3vQ0mN8sT1xYcB5uWq2LrHj7EpDa9F" }
    const listening = spawn(node, [command, "listen", "--port", "0"], { env })
    let said = ""
    listening.stderr.on("data", (chunk) => (said += String(chunk)))
    await expect.poll(() => said, { timeout: 20_000 }).toContain("listens on")
    const url = /http:\/\/\S+/.exec(said)?.[0] ?? ""
    const checked = await run(node, [command, "send", "--to", url, "--check"], { env })
    listening.kill("SIGTERM")
    expect((await once(listening, "close"))[0]).toBe(0)
    expect(checked.stdout).toContain("Your handler does all of it right.")
    expect(said).toContain("received 5, repeats 2, refused 8")
  })
}

describe("on this Node", () => {
  runsOn(process.execPath)
})

describeWith(oldestNode, "on the oldest Node", runsOn)

it("the conditions of browsers and Workers choose WebCrypto, which does the same", async () => {
  for (const condition of ["browser", "workerd", "worker", "edge-light"]) {
    expect(await runs(process.execPath, "esm.mjs", `--conditions=${condition}`)).toEqual(exercised)
    const withoutWebCrypto = "--import=data:text/javascript,delete globalThis.crypto"
    const broken = runs(process.execPath, "esm.mjs", withoutWebCrypto, `--conditions=${condition}`)
    await expect(broken).rejects.toThrow("has no WebCrypto")
  }
})

describe("a customer's TypeScript", () => {
  const typeRoots = fileURLToPath(new URL("../../../../node_modules/@types", import.meta.url))

  it.each([
    ["node16, ES module", "typed.mts", ["--module", "node16", "--moduleResolution", "node16"]],
    ["node16, CommonJS", "typed.cts", ["--module", "node16", "--moduleResolution", "node16"]],
    ["bundler", "typed.ts", ["--module", "esnext", "--moduleResolution", "bundler"]]
  ])("compiles with %s", async (_, file, options) => {
    await writeFile(join(consumer, file), typed)
    const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--types", "node"]
    const compiled = run(process.execPath, [tsc, ...strict, "--typeRoots", typeRoots, ...options, file], {
      cwd: consumer
    })
    await expect(compiled.catch((error: unknown) => error)).resolves.toMatchObject({ stdout: "" })
  })
})

describe("in a bundle", () => {
  let all: ReadonlyArray<Size> = []
  beforeAll(async () => {
    all = await sizes(built)
  })

  it("verify alone is small", () => {
    const verify = all.filter(({ name }) => name === "verify")
    expect(verify).toHaveLength(2)
    for (const { gzipped } of verify) expect(gzipped).toBeLessThanOrEqual(maxVerifyGzipBytes)
  })

  it("each adapter adds little to the receiver", async () => {
    const { exports } = await readManifest(new URL("../../package.json", import.meta.url))
    const adapters = Object.keys(exports).filter((name) => entryOf(exports, name).startsWith("adapters/"))
    expect(adapters).toContain("./node")
    const tooLarge = all.filter(({ name, added }) => adapters.includes(name) && (added ?? 0) > maxAdapterGzipBytes)
    expect(tooLarge).toEqual([])
  })

  it("nothing of Node is in that of a browser", () => {
    const ofBrowsers = all.filter(({ name, platform }) => platform === "browser" && [".", "verify"].includes(name))
    expect(ofBrowsers.map(({ imports }) => imports)).toEqual([[], []])
  })
})
