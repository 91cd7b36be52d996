/** The tool as it is published, in an empty project. */
import { execFile } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { build } from "../../../../scripts/package/Build.ts"

const run = promisify(execFile)
const root = fileURLToPath(new URL("../../", import.meta.url))

export interface Installed {
  readonly tarball: string
  readonly project: string
  /** The package's folder. */
  readonly installed: string
  /** The file that `npx heddle-rules` runs. */
  readonly command: string
  readonly remove: () => Promise<void>
}

export async function installPackage(): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), "heddle-rules-package-"))
  const built = join(folder, "built")
  await build(root, built)
  const { stdout } = await run("npm", ["pack", "--pack-destination", folder, "--silent"], { cwd: built })
  const tarball = join(folder, stdout.trim())
  const project = join(folder, "project")
  await mkdir(project)
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true }))
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: project })
  return {
    tarball,
    project,
    installed: join(project, "node_modules/@heddle/rule-sync"),
    command: join(project, "node_modules/.bin/heddle-rules"),
    remove: () => rm(folder, { recursive: true })
  }
}
