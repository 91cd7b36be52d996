/** The files of a release: packages for npm and Python, what is in them, and their checksums. */
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { pack } from "../package/Pack.ts"
import { type Contents, sbomOf } from "./Sbom.ts"

const run = promisify(execFile)

export const root = fileURLToPath(new URL("../..", import.meta.url))

const packages = ["apps/server", "apps/rule-sync", "packages/client", "packages/receiver", "packages/receiver-cli"]

const buildPython =
  "import sys; sys.path.insert(0, sys.argv[1]); import build_package as b; b.build_wheel(sys.argv[2]); b.build_sdist(sys.argv[2])"

export interface Release {
  readonly version: string
  /** The time of the commit, so that it is always the same. */
  readonly timestamp: string
  readonly notes: string
}

const checksumsOf = async (folder: string): Promise<string> => {
  const lines = (await readdir(folder)).toSorted().map(async (name) => {
    const hash = createHash("sha256").update(await readFile(join(folder, name)))
    return `${hash.digest("hex")}  ${name}\n`
  })
  return (await Promise.all(lines)).join("")
}

/** The portal has been built. */
export async function writeArtifacts(folder: string, release: Release): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const work = await mkdtemp(join(tmpdir(), "heddle-release-"))
  const contents: Array<Contents> = []
  try {
    for (const path of packages) {
      const { tarball, thirdParties } = await pack(join(root, path), work)
      const { name } = JSON.parse(await readFile(join(root, path, "package.json"), "utf8"))
      contents.push({ name, ecosystem: "npm", thirdParties })
      await copyFile(tarball, join(folder, basename(tarball)))
    }
  } finally {
    await rm(work, { recursive: true })
  }
  await run("python3", ["-B", "-c", buildPython, join(root, "packages/client-python"), folder])
  contents.push({ name: "heddle-client", ecosystem: "pypi", thirdParties: [] })
  const sbom = await sbomOf(release, contents)
  await writeFile(join(folder, `heddle-${release.version}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`)
  await writeFile(join(folder, "NOTES.md"), release.notes)
  await writeFile(join(folder, "SHA256SUMS"), await checksumsOf(folder))
}
