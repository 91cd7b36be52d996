/**
 * The oldest versions of Node that our packages support. `npm run oldest-node -w packages/receiver` runs this file, which
 * installs them next to the other caches.
 */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Optional } from "./Optional.ts"

const folderOf = (version: string): string =>
  fileURLToPath(new URL(`../../node_modules/.cache/heddle/node-${version}`, import.meta.url))

const programOf = (version: string): string => join(folderOf(version), "node_modules/node/bin/node")

const install = async (version: string): Promise<void> => {
  const folder = folderOf(version)
  await mkdir(folder, { recursive: true })
  // npm 12 requires permission before a package may download its binary.
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, allowScripts: { node: true } }))
  const line = ["install", `node@${version}`, "--no-audit", "--no-fund", "--ignore-scripts=false"]
  await promisify(execFile)("npm", line, { cwd: folder, timeout: 100_000 })
}

const oldest = { receiver: "20.19.0", apps: "22.19.0" } as const

const installed = (version: string) =>
  new Optional({
    thing: "OLDEST_NODE",
    name: `Node ${version}`,
    remedy: "npm run oldest-node -w packages/receiver",
    find: () => (existsSync(programOf(version)) ? programOf(version) : undefined)
  })

/** Path of the `node` program. */
export const oldestNode = installed(oldest.receiver)
export const oldestNodeOfApps = installed(oldest.apps)

if (import.meta.main) {
  for (const version of Object.values(oldest)) if (!existsSync(programOf(version))) await install(version)
}
