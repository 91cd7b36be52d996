import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "../../../../scripts/package/Build.ts"
import { place } from "./Fetched.ts"

export interface Project {
  readonly path: string
  readonly remove: () => Promise<void>
}

type Files = Iterable<readonly [name: string, code: string]>

export async function makeFolder(parent: string, files: Files): Promise<Project> {
  const path = await mkdtemp(join(parent, ".pages-"))
  for (const [name, code] of files) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), code)
  }
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

let building: Promise<string> | undefined

const buildOnce = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "receiver-built-"))
  await build(fileURLToPath(new URL("../../", import.meta.url)), folder)
  return folder
}

/** A customer's project: these files, the frameworks that are fetched, and the package as it is published. */
export async function makeProject(files: Files): Promise<Project> {
  const project = await makeFolder(place, files)
  building ??= buildOnce()
  await cp(await building, join(project.path, "node_modules/@heddle/receiver"), { recursive: true })
  return project
}
