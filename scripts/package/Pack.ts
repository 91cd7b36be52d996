import { execFile } from "node:child_process"
import { mkdir, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { promisify } from "node:util"
import { build } from "./Build.ts"
import type { ThirdParty } from "./ThirdParties.ts"

const run = promisify(execFile)

export interface Packed {
  /** What is in the file. */
  readonly built: string
  readonly tarball: string
  readonly thirdParties: ReadonlyArray<ThirdParty>
}

/** Builds the package of this folder, and makes the file that npm installs; both are in `folder`. */
export async function pack(root: string, folder: string): Promise<Packed> {
  const built = join(folder, `built-${basename(root)}`)
  const thirdParties = await build(root, built)
  const { stdout } = await run("npm", ["pack", "--pack-destination", folder, "--silent"], { cwd: built })
  return { built, tarball: join(folder, stdout.trim()), thirdParties }
}

const quiet = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts"]

/** Makes an empty project with nothing but this file installed, without a registry. */
export async function installIn(project: string, tarball: string): Promise<void> {
  await mkdir(project)
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }))
  await run("npm", ["install", tarball, ...quiet], { cwd: project })
}
