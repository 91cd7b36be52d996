/** Every command of README.md, the pages for customers in docs and docs/operations, typed as a reader would. */
import { globSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { eventually, startDeadlineMillis } from "../support/HeddleProcess.ts"
import { onLongRun } from "../support/LongTests.ts"
import { commandsOf, filesOf, readPage } from "../support/ShellBlocks.ts"
import { Terminal } from "../support/Terminal.ts"

const rolesNeedPostgres = "these servers share a PostgreSQL; the tests on roles run both"

/** Commands that these tests do not run, and why. */
const notRun = new Map([
  ["npm ci", "the tests run on what it installed"],
  ["npm test", "it would run these tests"],
  ["npm run check", "the build runs it"],
  ["node_modules/node/bin/node apps/server/bin/heddle.mjs serve", "the tests on stopping run it"],
  [
    "export DATABASE_URL=postgresql://user:password@127.0.0.1:5432/heddle",
    "a database of that name and password exists nowhere"
  ],
  [
    "npm run heddle -- webhooks rotate-secret --account acct_… --endpoint ep_… --overlap-hours 48",
    "the account has no endpoint; WebhookCommands.database.test.ts runs it on one"
  ],
  ["HEDDLE_SOURCE=bluesky npm run heddle -- serve", "it reads the whole of a real network"],
  [
    "HEDDLE_SOURCE=mastodon HEDDLE_MASTODON_INSTANCES=https://mastodon.example HEDDLE_MASTODON_TOKENS=… npm run heddle -- serve",
    "there is no such instance; MastodonSource.database.test.ts reads one"
  ],
  ["HEDDLE_ROLES=api npm run heddle -- serve", rolesNeedPostgres],
  ["HEDDLE_ROLES=rounds,deliveries,maintenance HEDDLE_OPERATOR_PORT=4011 npm run heddle -- serve", rolesNeedPostgres]
])

const isTyped = (command: string): boolean => !notRun.has(command)

/** Commands that go on until they are stopped, and the port that then answers. */
const servers = new Map<string, "4001" | "4003">([
  ["npm start", "4001"],
  ["npm run heddle -- serve", "4001"],
  ["HEDDLE_WEBHOOK_SECRET=whsec_… npx node receiver.mjs", "4003"]
])

/** Exit codes other than 0 that the pages announce. */
const exitCodes = new Map([["npm run rules -- plan", 2]])

type Server = ReturnType<Terminal["start"]>

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status !== 503,
    () => false
  )

describe("the pages", () => {
  let terminal: Terminal
  const started = new Map<string, Server>()

  const start = async (command: string) => {
    const port = terminal.ports[servers.get(command) ?? "4001"]
    const server = terminal.start(command)
    started.set(command, server)
    const isReady = async () =>
      (await answers(port)) && (command !== "npm start" || server.output().includes("Heddle is running"))
    await eventually(`${command} answers`, isReady, startDeadlineMillis).catch((error: unknown) => {
      throw new Error(server.output(), { cause: error })
    })
  }
  const stop = async (command: string) => {
    await started.get(command)?.stop()
    started.delete(command)
  }
  const type = async (command: string) => {
    if (servers.has(command)) return started.has(command) ? undefined : start(command)
    const { code, output } = await terminal.run(command)
    assert.strictEqual(code, exitCodes.get(command) ?? 0, `${command}\n${output}`)
    return output
  }

  const openTerminal = () => {
    beforeAll(async () => {
      terminal = await Terminal.open()
    })
    afterAll(async () => {
      for (const command of started.keys()) await stop(command)
      await terminal.close()
    })
  }
  const savedFiles = (markdown: string) =>
    beforeAll(async () => {
      for (const [name, text] of filesOf(markdown)) await terminal.save(name, text)
    })
  /** A test a command, in order. */
  const typed = (commands: ReadonlyArray<string>) => {
    it.each(commands.filter(isTyped))("%s", async (command) => {
      await type(command)
    })
  }

  const pages = {
    readme: readPage("README.md"),
    demo: readPage("docs/demo.md"),
    quickstart: readPage("docs/quickstart.md"),
    api: readPage("docs/api.md"),
    credits: readPage("docs/credits.md"),
    mcp: readPage("docs/mcp.md"),
    webhooks: readPage("docs/webhooks.md"),
    verify: readPage("packages/receiver/docs/languages.md")
  }
  const operatorPages = new Map(
    globSync("docs/operations/*.md", { cwd: fileURLToPath(new URL("../..", import.meta.url)) })
      .toSorted()
      .map((page) => [page, readPage(page)])
  )
  const part = (markdown: string, from: string, to?: string) =>
    markdown.slice(markdown.indexOf(from), to === undefined ? undefined : markdown.indexOf(to))

  it("are run but for the commands named here, all of which they have", () => {
    const all = new Set([...Object.values(pages), ...operatorPages.values()].flatMap(commandsOf))
    const named = [...notRun.keys(), ...servers.keys(), ...exitCodes.keys()]
    assert.deepStrictEqual(
      named.filter((command) => !all.has(command)),
      []
    )
  })

  describe("with the demo", () => {
    openTerminal()
    const { demo, quickstart, api, credits, mcp, webhooks, verify, readme } = pages

    describe("docs/demo.md", () => {
      typed(commandsOf(demo))

      it("has the post of one's own at the receiver", async () => {
        const events = async () => (await terminal.run("curl http://127.0.0.1:4002/events")).output
        await eventually(
          "mine-1 arrives",
          async () => (await events()).includes('"postCode":"mine-1"'),
          startDeadlineMillis
        )
      })
    })

    describe("docs/quickstart.md", () => {
      typed(commandsOf(quickstart))
    })

    describe("docs/api.md", () => {
      typed(commandsOf(api))
    })

    describe("docs/credits.md", () => {
      typed(commandsOf(credits))
    })

    describe("docs/mcp.md", () => {
      savedFiles(mcp)
      typed(commandsOf(mcp))
    })

    describe("docs/webhooks.md", () => {
      const commands = commandsOf(webhooks)
      const deletion = commands.findIndex((command) => command.includes("DELETE") && command.endsWith("/$ENDPOINT"))
      const newest = commands.find((command) => command.endsWith('outcome=delivered&limit=1"')) ?? ""
      savedFiles(webhooks)
      typed(commands.slice(0, deletion + 1))

      // A reader copies the id of an endpoint that is still there.
      it("has a newer delivery than those of the deleted endpoint", async () => {
        const isOfAnother = async () => (await terminal.run(`${newest} | grep -v $ENDPOINT`)).code === 0
        await eventually("another endpoint has a delivery", isOfAnother, startDeadlineMillis)
      })

      typed(commands.slice(deletion + 1))
    })

    describe("README.md", () => {
      savedFiles(readme)
      typed(commandsOf(part(readme, "# Heddle", "## Run it for real")))

      it("has nothing left to change after `apply`", async () => {
        assert.strictEqual((await terminal.run("npm run rules -- plan")).code, 0)
      })
    })

    describe("packages/receiver/docs/languages.md, in Node", () => {
      const receiver = "HEDDLE_WEBHOOK_SECRET=whsec_… npx node verify.mjs"
      savedFiles(verify)

      it("accepts a test event", async () => {
        assert.include(verify, receiver)
        await stop("HEDDLE_WEBHOOK_SECRET=whsec_… npx node receiver.mjs")
        servers.set(receiver, "4003")
        await start(receiver)
        const test = commandsOf(webhooks).find((command) => command.endsWith("$ENDPOINT/test")) ?? ""
        assert.include(await type(test), '"delivered":true')
        assert.include(started.get(receiver)?.output(), "This is a test event")
        await stop(receiver)
      })
    })

    describe("README.md, run it for real", () => {
      beforeAll(async () => {
        await stop("npm start")
      })
      typed(commandsOf(part(readme, "## Run it for real")))
    })
  })

  // A short run has these commands in one process, in `AccountCommands.database.test.ts` and its neighbours.
  onLongRun("with a server of one's own", () => {
    openTerminal()
    beforeAll(async () => {
      await terminal.run("export HEDDLE_SOURCE=none")
      await start("npm run heddle -- serve")
    })

    const withCommands = [...operatorPages].filter(([, markdown]) => commandsOf(markdown).some(isTyped))
    describe.each(withCommands)("%s", (_page, markdown) => {
      typed(commandsOf(markdown))
    })
  })
})
