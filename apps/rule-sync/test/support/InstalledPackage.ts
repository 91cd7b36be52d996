/** The tool as it is published, in an empty project. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { installIn, pack } from "../../../../scripts/package/Pack.ts"

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
  const { tarball } = await pack(root, folder)
  const project = join(folder, "project")
  await installIn(project, tarball)
  return {
    tarball,
    project,
    installed: join(project, "node_modules/@heddle/rule-sync"),
    command: join(project, "node_modules/.bin/heddle-rules"),
    remove: () => rm(folder, { recursive: true })
  }
}
