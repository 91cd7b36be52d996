/** The package as it is published: packed, installed in an empty folder without the network, and used as the README does. */
import { execFile } from "node:child_process"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { rolldown } from "rolldown"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { installIn, pack } from "../../../../scripts/package/Pack.ts"
import { sizeOf } from "../../../../scripts/package/Size.ts"
import { chromiumBrowser, useBrowser } from "../../../../test/support/Chromium.ts"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { oldestNode } from "../../../../test/support/OldestNode.ts"
import { createAccount, ingest } from "../../../../test/support/Operator.ts"
import { useServer } from "../../../../test/support/RunningServer.ts"
import { bun, deno } from "../../../receiver/test/runtimes/Runtimes.ts"

const maxGzipBytes = 15 * 1_024

const run = promisify(execFile)
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc")
const packageRoot = fileURLToPath(new URL("../../", import.meta.url))
const typeRoots = fileURLToPath(new URL("../../../../node_modules/@types", import.meta.url))
const folder = await mkdtemp(join(tmpdir(), "client-package-"))
const consumer = join(folder, "consumer")
let built = ""
let tarball = ""

const readme = await readFile(join(packageRoot, "README.md"), "utf8")
const programs = Array.from(readme.matchAll(/^```ts\n\/\/ (\S+)\n([^]*?)^```$/gm), ([, name = "", code = ""]) => ({
  name,
  code
}))

/** Compiles only if parameters, rows and codes have the types that they should. */
const typed = `import { Heddle, HeddleError } from "@heddle/client"
const heddle = new Heddle({ apiKey: "hdl_test", baseUrl: "https://heddle.example" })
// @ts-expect-error a limit is a number
export const wrong = () => heddle.searchPosts({ keywords: ["a"], limit: "two" })
// @ts-expect-error keywords are required
export const missing = () => heddle.searchPosts({ limit: 2 })
// @ts-expect-error the balance has no price
export const free = () => heddle.estimate("balance", {})
// @ts-expect-error hot posts have no pages
export const single = () => heddle.pages("hotPosts", {})
export const cost = async (): Promise<number> => (await heddle.estimate("hotPosts", { size: 30 })).estimated_cost
export const isLater = (error: HeddleError): boolean => error.code === "rate_limited" || error.code === "of_tomorrow"
export const likes = async (): Promise<number> => {
  let sum = 0
  for await (const post of heddle.rows("searchPosts", { keywords: ["a"] })) sum += post.like_count
  return sum
}
`

beforeAll(async () => {
  ;({ built, tarball } = await pack(packageRoot, folder))
  await installIn(consumer, tarball)
  for (const { name, code } of programs) await writeFile(join(consumer, name), code)
})
afterAll(() => rm(folder, { recursive: true }))

describe("the packed package", () => {
  it("holds what was built, and depends on nothing", async () => {
    const installed = await readdir(join(consumer, "node_modules/@heddle/client"))
    expect(installed.toSorted()).toEqual(["LICENSE", "README.md", "lib", "package.json"])
    const manifest = JSON.parse(await readFile(join(built, "package.json"), "utf8"))
    expect(manifest).toMatchObject({ name: "@heddle/client", type: "module", engines: { node: ">=20.19" } })
    expect(Object.keys(manifest)).not.toContain("dependencies")
    expect(Object.keys(manifest)).not.toContain("devDependencies")
  })

  it("publint finds nothing", async () => {
    const packed = await readFile(tarball)
    const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(packed).buffer }, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  it.each(["browser", "node"] as const)("is small in a bundle for %s, and needs nothing of Node", async (platform) => {
    const source = `export * from ${JSON.stringify(join(built, "lib/index.js"))}`
    const { gzipped, imports } = await sizeOf("client", source, platform, folder)
    expect(gzipped).toBeLessThanOrEqual(maxGzipBytes)
    expect(imports).toEqual([])
  })

  it.each([
    ["nodenext", ["--module", "nodenext"]],
    ["bundler", ["--module", "esnext", "--moduleResolution", "bundler"]]
  ])("has the types that the README and a customer use, with %s", async (_name, options) => {
    await writeFile(join(consumer, "typed.ts"), typed)
    const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--types", "node"]
    const files = ["typed.ts", ...programs.map(({ name }) => name)]
    const compiled = run(process.execPath, [tsc, ...strict, "--typeRoots", typeRoots, ...options, ...files], {
      cwd: consumer
    })
    await expect(compiled.catch((error: unknown) => error)).resolves.toMatchObject({ stdout: "" })
  })
})

describe("the README's programs", () => {
  const caption = "週末最適合來一杯手沖咖啡"
  const firstLine = `amy ${caption}`
  const server = useServer()
  let env: Readonly<Record<string, string>>

  beforeAll(async () => {
    const { apiKey } = await createAccount(server(), { plan: "standard" })
    env = { HEDDLE_API_KEY: apiKey, HEDDLE_API_URL: server().baseUrl }
    const now = Math.floor(Date.now() / 1_000)
    const posts = ["c1", "c2", "c3", "c4", "c5"].map((code, index) => ({
      type: "post",
      code,
      caption,
      username: "amy",
      url: `https://network.example/${code}`,
      post_timestamp: now - 60 * (index + 1)
    }))
    await ingest(server(), posts.map((post) => JSON.stringify(post)).join("\n"))
  })

  const linesOf = async (file: string, command = [process.execPath]): Promise<ReadonlyArray<string>> => {
    const [program = "", ...args] = command
    const { stdout } = await run(program, [...args, file], { cwd: consumer, env })
    return stdout.trimEnd().split("\n")
  }

  it("search", async () => {
    const lines = await linesOf("search.ts")
    expect(lines).toHaveLength(6)
    expect(lines[0]).toBe(firstLine)
    expect(lines.at(-1)).toBe("{ notices: [], credits_consumed: 5, hasMore: false }")
  })

  it("ask for the price", async () => {
    expect(await linesOf("estimate.ts")).toEqual(["1000 true"])
  })

  it("read pages", async () => {
    const urls = ["c1", "c2", "c3", "c4", "c5"].map((code) => `https://network.example/${code}`)
    expect(await linesOf("pages.ts")).toEqual([...urls, "4 credits"])
  })

  it("handle errors", async () => {
    expect((await linesOf("errors.ts")).join(" ")).toContain("path: 'limit'")
  })

  it("are all run here but the one without an end, whose calls the test of every operation makes", () => {
    const names = ["search.ts", "estimate.ts", "pages.ts", "errors.ts", "listen.ts"]
    expect(programs.map(({ name }) => name)).toEqual(names)
  })

  describeWith(oldestNode, "on the oldest Node", (node) => {
    it("search", async () => {
      const { code = "" } = programs.find(({ name }) => name === "search.ts") ?? {}
      await writeFile(join(consumer, "search.mjs"), code)
      expect((await linesOf("search.mjs", [node]))[0]).toBe(firstLine)
    })
  })

  describeWith(bun, "on Bun", (program) => {
    it("search", async () => {
      expect((await linesOf("search.ts", [program]))[0]).toBe(firstLine)
    })
  })

  describeWith(deno, "on Deno", (program) => {
    it("search", async () => {
      const command = [program, "run", "--no-prompt", "--allow-net=127.0.0.1", "--allow-env"]
      expect((await linesOf("search.ts", command))[0]).toBe(firstLine)
    })
  })

  describeWith(chromiumBrowser, "in a browser", (launch) => {
    const browser = useBrowser(launch)

    it("search, from a page of another origin", async () => {
      const bundle = await rolldown({ input: join(built, "lib/index.js"), platform: "browser" })
      const { output } = await bundle.generate({ format: "iife", name: "heddleClient" })
      await bundle.close()
      const page = await browser().newPage()
      await page.addScriptTag({ content: output[0].code })
      const options = JSON.stringify({ apiKey: env["HEDDLE_API_KEY"], baseUrl: env["HEDDLE_API_URL"] })
      const found = `new heddleClient.Heddle(${options}).searchPosts({ keywords: ["咖啡"], limit: 5 })`
      expect(await page.evaluate(found)).toMatchObject({ credits_consumed: 5 })
      await page.close()
    })
  })
})
