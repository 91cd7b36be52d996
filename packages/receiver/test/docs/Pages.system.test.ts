import { afterEach, describe, expect, it } from "vitest"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { nestServers } from "../frameworks/Nest.ts"
import { bun, deno } from "../runtimes/Runtimes.ts"
import { nextCommands, reactRouterCommands, reactRouterFiles } from "../runtimes/Served.ts"
import { bundle, type Folder, layOut, layOutProject, runIn, runToEnd, sections, tryServer } from "./Pages.ts"

const folders: Array<Folder> = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await folder.remove()
})

const titles = [
  "Node http",
  "Express",
  "Fastify",
  "Koa",
  "NestJS",
  "Hono",
  "Next.js",
  "React Router",
  "Bun",
  "Deno",
  "Workers",
  "AWS Lambda",
  "Effect"
] as const
type Title = (typeof titles)[number]

async function open(title: Title, extra: Readonly<Record<string, string>> = {}, make = layOut) {
  const shared = sections.get("")?.files ?? new Map()
  const own = sections.get(title)?.files ?? new Map()
  const folder = await make([...shared, ...Object.entries(extra), ...own])
  folders.push(folder)
  return folder
}
const openProject = (title: Title, extra?: Readonly<Record<string, string>>) => open(title, extra, layOutProject)

const handled = "200 { code: 'handled' }"

const handledOnce = expect.stringContaining(`{"code":"handled"}`)
const handledTwice = expect.stringMatching(/"handled"[^]*"duplicate"/)
const passed = expect.stringContaining("All 15 answers are as they should be.")
const shownPath = "/webhooks/heddle"

async function expectServes(folder: Folder, command: ReadonlyArray<string>, title: Title, path = shownPath) {
  const sends = path === shownPath ? sections.get("Try it")?.sends : sections.get(title)?.sends
  const { codes, tries, printed } = await tryServer(folder, command, sends ?? [], path)
  expect(codes).toEqual(["handled", "duplicate", "no_match"])
  expect(tries).toEqual(path === shownPath ? [handledTwice, passed] : [handledOnce])
  expect(printed).toContain("v1:keyword:C9xPages:rule_sample")
  expect(printed).toContain("台積電")
  // Anybody can send a forgery: the log is not theirs to fill.
  expect(printed).not.toContain("no_match")
}

const run = (entry: string) => [process.execPath, entry]

describe("servers", () => {
  it.each(["Node http", "Express", "Fastify", "Koa", "Hono", "Effect"] as const)("%s serves", async (title) => {
    await expectServes(await open(title), run("main.ts"), title)
  })

  it("Express, with the bytes kept", async () => {
    await expectServes(await open("Express"), run("kept.ts"), "Express")
  })
})

/** A build, then two servers. */
const buildTimeoutMillis = 300_000

describeWith(nestServers, "NestJS", () => {
  it("middleware", async () => {
    const module = `import { Module } from "@nestjs/common"\n@Module({})\nexport class AppModule {}\n`
    const folder = await openProject("NestJS", { "app.module.ts": module })
    await expectServes(folder, run(await bundle(folder, "main.ts")), "NestJS")
  })

  it("controller", async () => {
    const main = `import { NestFactory } from "@nestjs/core"
import { WebhookModule } from "./webhook.module"
const app = await NestFactory.create(WebhookModule, { rawBody: true })
await app.listen(4003)
`
    const folder = await openProject("NestJS", { "controller.ts": main })
    await expectServes(folder, run(await bundle(folder, "controller.ts")), "NestJS")
  })
})

describeWith(nextCommands, "Next.js", ({ build, serve }) => {
  it(
    "serves both routers",
    async () => {
      const folder = await openProject("Next.js")
      await runIn(folder, build)
      await expectServes(folder, serve(folder.port), "Next.js")
      await expectServes(folder, serve(folder.port), "Next.js", "/api/heddle")
    },
    buildTimeoutMillis
  )
})

describeWith(reactRouterCommands, "React Router", ({ build, serve }) => {
  it(
    "serves",
    async () => {
      const folder = await openProject("React Router", reactRouterFiles)
      await runIn(folder, build)
      await expectServes(folder, serve(folder.port), "React Router")
    },
    buildTimeoutMillis
  )
})

describeWith(bun, "Bun", (program) => {
  it("serves", async () => {
    await expectServes(await open("Bun"), [program, "main.ts"], "Bun")
  })
})

describeWith(deno, "Deno", (program) => {
  it("serves", async () => {
    const command = [program, "run", "--no-prompt", "--allow-net", "--allow-env", "main.ts"]
    await expectServes(await open("Deno"), command, "Deno")
  })
})

describe("functions", () => {
  it.each(["AWS Lambda", "Workers"] as const)("%s handles an event", async (title) => {
    const output = await runToEnd(await open(title), "try.ts")
    expect(output).toContain("台積電")
    expect(output.trim().split("\n").at(-1)).toBe(handled)
  })
})

it("every section with code is run, and the table links to each", () => {
  const withCode = [...sections].filter(([title, { files }]) => title !== "" && files.size > 0).map(([title]) => title)
  expect(withCode).toEqual(titles)
  const anchors = titles.map((title) => `(#${title.toLowerCase().replaceAll(".", "").replaceAll(" ", "-")})`)
  expect(anchors.filter((anchor) => !sections.get("")?.text.includes(anchor))).toEqual([])
})
