import { readdir } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { afterEach, describe, expect, it } from "vitest"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { nestServers } from "../frameworks/Nest.ts"
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
  it.each(["node", "express", "fastify", "koa", "hono", "effect"])("the page on %s serves", async (page) => {
    await expectServes(await open(page), run("main.ts"), page)
  })

  it("express, with the bytes kept", async () => {
    await expectServes(await open("express"), run("kept.ts"), "express")
  })
})

/** A build, then two servers. */
const buildTimeoutMillis = 300_000

describeWith(nestServers, "nestjs", () => {
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

describeWith(nextCommands, "nextjs", ({ build, serve }) => {
  it(
    "serves both routers",
    async () => {
      const folder = await openProject("nextjs")
      await runIn(folder, build)
      await expectServes(folder, serve(folder.port), "nextjs")
      await expectServes(folder, serve(folder.port), "nextjs", "/api/heddle")
    },
    buildTimeoutMillis
  )
})

describeWith(reactRouterCommands, "remix", ({ build, serve }) => {
  it(
    "serves",
    async () => {
      const folder = await openProject("remix", reactRouterFiles)
      await runIn(folder, build)
      await expectServes(folder, serve(folder.port), "remix")
    },
    buildTimeoutMillis
  )
})

describeWith(bun, "bun", (program) => {
  it("serves", async () => {
    await expectServes(await open("bun"), [program, "main.ts"], "bun")
  })
})

describeWith(deno, "deno", (program) => {
  it("serves", async () => {
    const command = [program, "run", "--no-prompt", "--allow-net", "--allow-env", "main.ts"]
    await expectServes(await open("deno"), command, "deno")
  })
})

describe("functions", () => {
  it.each(["lambda", "workers"])("the page on %s handles an event", async (page) => {
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
