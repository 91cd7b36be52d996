/** A framework that builds a customer's project and serves it, both with a command of its own. */
import { readFile } from "node:fs/promises"
import { cleanEnvironment, freePort } from "../../../../test/support/HeddleProcess.ts"
import type { Framework } from "../frameworks/Framework.ts"
import { runProgram, startProgram } from "../support/Program.ts"
import { find, isFetched, need } from "./Fetched.ts"
import { makeProject } from "./Projects.ts"

/** As they run at a customer's: not under the test's own NODE_ENV. */
const production = (more: Readonly<Record<string, string>> = {}) => ({
  ...cleanEnvironment(),
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
  HOST: "127.0.0.1",
  ...more
})

interface Commands {
  readonly packageName: string
  readonly build: () => ReadonlyArray<string>
  readonly serve: (port: number) => ReadonlyArray<string>
}

const program = (packageName: string, file: string) => [
  process.execPath,
  need(packageName, find(`${packageName}/${file}`))
]
const next = () => program("next", "dist/bin/next")

export const nextCommands: Commands = {
  packageName: "next",
  build: () => [...next(), "build"],
  serve: (port) => [...next(), "start", "--hostname", "127.0.0.1", "--port", String(port)]
}

export const reactRouterCommands: Commands = {
  packageName: "@react-router/serve",
  build: () => [...program("@react-router/dev", "bin.cjs"), "build"],
  serve: () => [...program("@react-router/serve", "bin.cjs"), "build/server/index.js"]
}

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

const served = (name: string, { packageName, build, serve }: Commands, files: Files, path?: string): Framework => ({
  name,
  installed: isFetched(packageName),
  ...(path === undefined ? {} : { path }),
  start: async () => {
    const customer = await readFile(new URL("../frameworks/Customer.ts", import.meta.url), "utf8")
    const project = await makeProject(Object.entries({ ...files, "Customer.ts": customer }))
    await runProgram(build(), { cwd: project.path, env: production() })
    const port = await freePort()
    const server = startProgram(serve(port), { cwd: project.path, env: production({ PORT: String(port) }) })
    await server.untilListening(port)
    return { port, close: () => server.kill().then(project.remove) }
  }
})

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
  served("Next.js, app router", nextCommands, { "app/webhooks/heddle/route.ts": route }),
  served("Next.js, pages router", nextCommands, { "pages/api/heddle.ts": page }, "/api/heddle"),
  served("React Router (Remix)", reactRouterCommands, {
    ...reactRouterFiles,
    "app/routes/webhooks.heddle.ts": action
  })
]
