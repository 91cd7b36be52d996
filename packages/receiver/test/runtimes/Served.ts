/** A framework that builds a customer's project and serves it, both with a command of its own. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { freePort } from "../../../../test/support/FreePort.ts"
import { cleanEnvironment } from "../../../../test/support/HeddleProcess.ts"
import type { Framework } from "../frameworks/Framework.ts"
import { runProgram, startProgram } from "../support/Program.ts"
import type { Optional } from "../../../../test/support/Optional.ts"
import { fetchedFile } from "./Fetched.ts"
import { makeProject, type Project } from "./Projects.ts"

/** As they run at a customer's: not under the test's own NODE_ENV. */
const production = (more: Readonly<Record<string, string>> = {}) => ({
  ...cleanEnvironment(),
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
  HOST: "127.0.0.1",
  ...more
})

interface Commands {
  readonly build: ReadonlyArray<string>
  readonly serve: (port: number) => ReadonlyArray<string>
}

const node = process.execPath

export const nextCommands = fetchedFile("Next.js", "next/dist/bin/next").map((next): Commands => ({
  build: [node, next, "build"],
  serve: (port) => [node, next, "start", "--hostname", "127.0.0.1", "--port", String(port)]
}))

export const reactRouterCommands = fetchedFile("React Router", "@react-router/dev/bin.cjs").map((dev): Commands => ({
  build: [node, dev, "build"],
  serve: () => [node, join(dev, "../../serve/bin.cjs"), "build/server/index.js"]
}))

type Files = Readonly<Record<string, string>>

/** What every project of React Router has. */
export const reactRouterFiles: Files = {
  // It installs isbot by itself where its package.json lacks it.
  "package.json": `{ "private": true, "type": "module", "dependencies": { "isbot": "*" } }`,
  "vite.config.ts": `import { reactRouter } from "@react-router/dev/vite"
export default { plugins: [reactRouter()] }
`,
  "app/root.tsx": `export { Outlet as default } from "react-router"
`,
  "app/routes.ts": `import { route } from "@react-router/dev/routes"
export default [route("webhooks/heddle", "routes/webhooks.heddle.ts")]
`
}

interface Route {
  readonly name: string
  readonly path?: string
}

/** One build of one project for all its routes; each of them gets a server of its own. */
function served(commands: Optional<Commands>, files: Files, routes: ReadonlyArray<Route>): ReadonlyArray<Framework> {
  let building: Promise<Project> | undefined
  let open = routes.length
  const build = async () => {
    const customer = await readFile(new URL("../frameworks/Customer.ts", import.meta.url), "utf8")
    const project = await makeProject(Object.entries({ ...files, "Customer.ts": customer }))
    await runProgram(commands.open().build, { cwd: project.path, env: production() })
    return project
  }
  const start = async () => {
    building ??= build()
    const { path, remove } = await building
    const port = await freePort()
    const server = startProgram(commands.open().serve(port), { cwd: path, env: production({ PORT: String(port) }) })
    await server.untilListening(port)
    const close = async () => {
      await server.kill()
      open -= 1
      if (open === 0) await remove()
    }
    return { port, close }
  }
  return routes.map((route) => ({ ...route, needs: commands, start }))
}

// The suite asks with every method; a customer exports POST and `action` alone, and the framework refuses the others.
const route = `import { makeCustomer } from "../../../Customer"
const { fetch } = makeCustomer()
export { fetch as DELETE, fetch as GET, fetch as HEAD, fetch as OPTIONS, fetch as PATCH, fetch as POST, fetch as PUT }
`
const page = `import { nodeHandler } from "@heddle/receiver/node"
import { makeCustomer } from "../../Customer"
export const config = { api: { bodyParser: false } }
export default nodeHandler(makeCustomer())
`
const action = `import { makeCustomer } from "../../Customer"
const receiver = makeCustomer()
const respond = ({ request }: { request: Request }) => receiver.fetch(request)
export { respond as action, respond as loader }
`
export const servedFrameworks: ReadonlyArray<Framework> = [
  ...served(nextCommands, { "app/webhooks/heddle/route.ts": route, "pages/api/heddle.ts": page }, [
    { name: "Next.js, app router" },
    { name: "Next.js, pages router", path: "/api/heddle" }
  ]),
  ...served(reactRouterCommands, { ...reactRouterFiles, "app/routes/webhooks.heddle.ts": action }, [
    { name: "React Router (Remix)" }
  ])
]
