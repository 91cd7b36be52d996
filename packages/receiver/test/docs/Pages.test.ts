import { readdir } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { afterEach, describe, expect, it } from "vitest"
import { isFetched, isLeftOut, need } from "../runtimes/Fetched.ts"
import { bun, deno } from "../runtimes/Runtimes.ts"
import { nextCommands, reactRouterCommands, reactRouterFiles } from "../runtimes/Served.ts"
import { bundle, type Folder, layOut, layOutProject, readBlocks, runIn, runToEnd, tryServer } from "./Pages.ts"

const folders: Array<Folder> = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await folder.remove()
})

async function open(page: string, extra: Readonly<Record<string, string>> = {}, make = layOut) {
  const folder = await make(Object.entries({ ...extra, ...Object.fromEntries(await readBlocks(page)) }))
  folders.push(folder)
  return folder
}
const openProject = (page: string, extra?: Readonly<Record<string, string>>) => open(page, extra, layOutProject)

const handled = "200 { code: 'handled' }"

const handledOnce = expect.stringContaining(`{"code":"handled"}`)
const handledTwice = expect.stringMatching(/"handled"[^]*"duplicate"/)
const passed = expect.stringContaining("Your handler does all of it right.")

async function expectServes(folder: Folder, command: ReadonlyArray<string>, page: string, path = "/webhooks/heddle") {
  const { codes, tries, printed } = await tryServer(folder, command, page, path)
  expect(codes).toEqual(["handled", "duplicate", "no_match"])
  expect(tries).toEqual(path === "/webhooks/heddle" ? [handledTwice, passed] : [handledOnce])
  expect(printed).toContain("v1:keyword:C9xPages:rule_sample")
  expect(printed).toContain("台積電")
  expect(printed).toContain("no_match")
}

const run = (entry: string) => [process.execPath, entry]
const pages = fileURLToPath(new URL("../../docs/", import.meta.url))

describe("servers", () => {
  it.each(["node", "express", "fastify", "koa", "hono", "effect"])("%s", async (page) => {
    await expectServes(await open(page), run("main.ts"), page)
  })

  it("express, with the bytes kept", async () => {
    await expectServes(await open("express"), run("kept.ts"), "express")
  })
})

/** A build, then two servers. */
const buildTimeoutMillis = 300_000
const leftOut = (packageName: string) => isLeftOut({ installed: isFetched(packageName) })

describe.skipIf(leftOut("@nestjs/core"))("nestjs", () => {
  it("middleware", async () => {
    const module = `import { Module } from "@nestjs/common"\n@Module({})\nexport class AppModule {}\n`
    const folder = await openProject("nestjs", { "app.module.ts": module })
    await expectServes(folder, run(await bundle(folder, "main.ts")), "nestjs")
  })

  it("controller", async () => {
    const main = `import { NestFactory } from "@nestjs/core"
import { WebhookModule } from "./webhook.module"
const app = await NestFactory.create(WebhookModule, { rawBody: true })
await app.listen(4003)
`
    const folder = await openProject("nestjs", { "controller.ts": main })
    await expectServes(folder, run(await bundle(folder, "controller.ts")), "nestjs")
  })
})

it.skipIf(leftOut("next"))(
  "nextjs, both routers",
  async () => {
    const folder = await openProject("nextjs")
    await runIn(folder, nextCommands.build())
    await expectServes(folder, nextCommands.serve(folder.port), "nextjs")
    await expectServes(folder, nextCommands.serve(folder.port), "nextjs", "/api/heddle")
  },
  buildTimeoutMillis
)

it.skipIf(leftOut("@react-router/serve"))(
  "remix",
  async () => {
    const folder = await openProject("remix", reactRouterFiles)
    await runIn(folder, reactRouterCommands.build())
    await expectServes(folder, reactRouterCommands.serve(folder.port), "remix")
  },
  buildTimeoutMillis
)

it.skipIf(isLeftOut({ installed: bun !== undefined }))("bun", async () => {
  await expectServes(await open("bun"), [need("Bun", bun), "main.ts"], "bun")
})

it.skipIf(isLeftOut({ installed: deno !== undefined }))("deno", async () => {
  const command = [need("Deno", deno), "run", "--no-prompt", "--allow-net", "--allow-env", "main.ts"]
  await expectServes(await open("deno"), command, "deno")
})

describe("functions", () => {
  it.each(["lambda", "workers"])("%s", async (page) => {
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
    if ((await readBlocks(page)).size > 0) withCode.push(page)
  }
  expect(frameworks).toEqual(expect.arrayContaining(withCode))
})
