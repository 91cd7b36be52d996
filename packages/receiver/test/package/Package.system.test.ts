import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { glob, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
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
import { entryOf, readManifest } from "../../../../scripts/package/Manifest.ts"
import { installIn, pack } from "../../../../scripts/package/Pack.ts"
import { maxAdapterGzipBytes, maxVerifyGzipBytes, type Size, sizes } from "../../scripts/Sizes.ts"
import { fetchedFile } from "../runtimes/Fetched.ts"
import { runProgram } from "../support/Program.ts"
import { exercise, exercised, typed } from "./Consumer.ts"

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), "receiver-package-"))
const consumer = join(folder, "consumer")
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc")
const attw = fetchedFile("@arethetypeswrong/cli", "@arethetypeswrong/cli/dist/index.js")
const expectedFiles = ["LICENSE", "README.md", "docs", "examples", "lib", "package.json"]
let built = ""
let tarball = ""

const runs = async (node: string, file: string, ...flags: ReadonlyArray<string>): Promise<unknown> =>
  JSON.parse((await run(node, [...flags, file], { cwd: consumer })).stdout)

beforeAll(async () => {
  ;({ built, tarball } = await pack(fileURLToPath(new URL("../../", import.meta.url)), folder))
  await installIn(consumer, tarball)
  await writeFile(join(consumer, "esm.mjs"), exercise("esm"))
  await writeFile(join(consumer, "cjs.cjs"), exercise("cjs"))
})
afterAll(() => rm(folder, { recursive: true }))

describe("the packed package", () => {
  it("holds what was built, its licence and its README, and depends on nothing", async () => {
    const manifest = JSON.parse(await readFile(join(built, "package.json"), "utf8"))
    expect(Object.keys(manifest)).not.toContain("dependencies")
    expect(manifest).toMatchObject({
      name: "@heddle/receiver",
      sideEffects: false,
      type: "module",
      engines: { node: ">=20.19" }
    })
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
    const command = [process.execPath, program, "--profile", "esm-only", "--format", "json", tarball]
    const { analysis, problems } = JSON.parse(await runProgram(command, { cwd: folder, env: {} }))
    expect(analysis.types).toMatchObject({ kind: "included" })
    // TypeScript before 4.7 reads no `exports`; a CommonJS module needs a Node that can require an ES module.
    const known = new Set(["NoResolution node10", "CJSResolvesToESM node16-cjs"])
    const found: ReadonlyArray<{ kind: string; resolutionKind: string }> = Object.values<[]>(problems).flat()
    expect(found.filter(({ kind, resolutionKind }) => !known.has(`${kind} ${resolutionKind}`))).toEqual([])
  })

  it("is used with the types it has", async () => {
    const project = fileURLToPath(new URL("../runtimes/tsconfig.json", import.meta.url))
    expect(await runProgram([process.execPath, tsc, "-p", project], { cwd: folder, env: {} })).toBe("")
  })
})

function runsOn(node: string): void {
  it.each(["esm.mjs", "cjs.cjs"])("runs in %s", async (file) => {
    expect(await runs(node, file)).toEqual(exercised)
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
    ["nodenext, CommonJS", "typed.cts", ["--module", "nodenext"]],
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
    const manifest = await readManifest(new URL("../../package.json", import.meta.url))
    const adapters = Object.keys(manifest.exports ?? {}).filter((name) =>
      entryOf(manifest, name).startsWith("adapters/")
    )
    expect(adapters).toContain("./node")
    const tooLarge = all.filter(({ name, added }) => adapters.includes(name) && (added ?? 0) > maxAdapterGzipBytes)
    expect(tooLarge).toEqual([])
  })

  it("nothing of Node is in that of a browser", () => {
    const ofBrowsers = all.filter(({ name, platform }) => platform === "browser" && [".", "verify"].includes(name))
    expect(ofBrowsers.map(({ imports }) => imports)).toEqual([[], []])
  })
})
