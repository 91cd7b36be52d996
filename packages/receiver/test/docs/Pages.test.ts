import { readdir } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { afterEach, describe, expect, it } from "vitest"
import { requireRuntimes } from "../../../../test/support/Required.ts"
import { runtimes } from "../runtimes/Runtimes.ts"
import { bundle, type Folder, layOut, readBlocks, runToEnd, tryServer } from "./Pages.ts"

const folders: Array<Folder> = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await folder.remove()
})

async function open(page: string, extra: Readonly<Record<string, string>> = {}) {
  const folder = await layOut([...(await readBlocks(page)), ...Object.entries(extra)])
  folders.push(folder)
  return folder
}

const tryTs = (await readBlocks("node")).get("try.ts") ?? ""
const handled = "200 { code: 'handled' }"
const duplicate = "200 { code: 'duplicate' }"

async function expectServes(folder: Folder, command: ReadonlyArray<string>) {
  const { codes, tries, printed } = await tryServer(folder, command)
  expect(codes).toEqual(["handled", "duplicate", "no_match"])
  expect(tries.map((line) => line.trim())).toEqual([handled, duplicate])
  expect(printed).toContain("v1:keyword:C9xPages:rule_sample")
  expect(printed).toContain("台積電")
}

const run = (entry: string) => [process.execPath, entry]
const pages = fileURLToPath(new URL("../../docs/", import.meta.url))

describe("servers", () => {
  it.each(["node", "express", "fastify", "koa", "hono", "effect"])("%s", async (page) => {
    await expectServes(await open(page), run("main.ts"))
  })

  it("express, with the bytes kept", async () => {
    await expectServes(await open("express"), run("kept.ts"))
  })

  it("nestjs, middleware", async () => {
    const module = `import { Module } from "@nestjs/common"\n@Module({})\nexport class AppModule {}\n`
    const folder = await open("nestjs", { "app.module.ts": module })
    await expectServes(folder, run(await bundle(folder, "main.ts")))
  })

  it("nestjs, controller", async () => {
    const main = `import { NestFactory } from "@nestjs/core"
import { WebhookModule } from "./webhook.module"
const app = await NestFactory.create(WebhookModule, { rawBody: true })
await app.listen(4003)
`
    const folder = await open("nestjs", { "controller.ts": main })
    await expectServes(folder, run(await bundle(folder, "controller.ts")))
  })

  it("nextjs, pages router", async () => {
    const main = `import { createServer } from "node:http"
import handler, { config } from "./pages/api/heddle.ts"
if (config.api.bodyParser) throw new Error("Next would parse the body")
createServer(handler).listen(4003)
`
    await expectServes(await open("nextjs", { "main.ts": main, "try.ts": tryTs }), run("main.ts"))
  })

  const found = new Map(runtimes.map(({ name, program }) => [name, program]))
  it.skipIf(found.get("Bun") === undefined && !requireRuntimes)("bun", async () => {
    await expectServes(await open("bun", { "try.ts": tryTs }), [found.get("Bun") ?? "", "main.ts"])
  })
  it.skipIf(found.get("Deno") === undefined && !requireRuntimes)("deno", async () => {
    const command = [found.get("Deno") ?? "", "run", "--no-prompt", "--allow-net", "--allow-env", "main.ts"]
    await expectServes(await open("deno", { "try.ts": tryTs }), command)
  })
})

describe("functions", () => {
  it.each(["nextjs", "remix", "lambda", "workers"])("%s", async (page) => {
    const output = await runToEnd(await open(page), "try.ts")
    expect(output).toContain("台積電")
    expect(output.trim().split("\n").at(-1)).toBe(handled)
  })
})

it("every page is run", async () => {
  const known = ["bun", "deno", "effect", "express", "fastify", "hono", "koa", "lambda", "nestjs", "nextjs", "node"]
  const frameworks = [...known, "remix", "workers"]
  const withCode: Array<string> = []
  for (const file of await readdir(pages)) {
    const page = file.replace(/\.md$/, "")
    if ((await readBlocks(page)).has("try.ts")) withCode.push(page)
  }
  expect(frameworks).toEqual(expect.arrayContaining(withCode))
})
