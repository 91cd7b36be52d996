/**
 * The oldest Node that @heddle/receiver supports. `npm run oldest-node -w packages/receiver` runs this file, which
 * installs it next to the other caches.
 */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Optional } from "./Optional.ts"

const version = "20.19.0"
const folder = fileURLToPath(new URL(`../../node_modules/.cache/heddle/node-${version}`, import.meta.url))
const program = join(folder, "node_modules/node/bin/node")

const install = async (): Promise<void> => {
  await mkdir(folder, { recursive: true })
  // npm 12 requires permission before a package may download its binary.
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, allowScripts: { node: true } }))
  const line = ["install", `node@${version}`, "--no-audit", "--no-fund", "--ignore-scripts=false"]
  await promisify(execFile)("npm", line, { cwd: folder, timeout: 100_000 })
}

/** Path of the `node` program. */
export const oldestNode = new Optional({
  thing: "OLDEST_NODE",
  name: `Node ${version}`,
  remedy: "npm run oldest-node -w packages/receiver",
  find: () => (existsSync(program) ? program : undefined)
})

if (import.meta.main && !oldestNode.isThere) await install()
