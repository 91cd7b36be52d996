/** The oldest Node that @heddle/receiver runs on, installed once beside the other caches. */
import { execFile } from "node:child_process"
import { access, mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const version = "18.20.8"
const folder = fileURLToPath(new URL(`../../node_modules/.cache/heddle/node-${version}`, import.meta.url))
const program = join(folder, "node_modules/node/bin/node")
const run = promisify(execFile)

const exists = () =>
  access(program).then(
    () => true,
    () => false
  )

/** Its path; null without a registry to fetch it from, unless HEDDLE_TEST_REQUIRE_OLDEST_NODE is set. */
export async function oldestNode(): Promise<string | null> {
  if (await exists()) return program
  await mkdir(folder, { recursive: true })
  // npm 12 asks before it lets a package fetch its binary.
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, allowScripts: { node: true } }))
  const install = ["install", `node@${version}`, "--no-audit", "--no-fund", "--ignore-scripts=false"]
  const failure = await run("npm", install, { cwd: folder, timeout: 100_000 }).then(
    () => null,
    (error: unknown) => error
  )
  if (failure === null && (await exists())) return program
  if (process.env["HEDDLE_TEST_REQUIRE_OLDEST_NODE"] === "true") {
    throw new Error(`Node ${version} could not be installed.`, { cause: failure })
  }
  return null
}
