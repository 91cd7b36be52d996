/** What the repository says of the next release. */
import { execFile } from "node:child_process"
import { glob, readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { root } from "./Artifacts.ts"
import { sectionsOf } from "./Changelog.ts"
import type { State } from "./Faults.ts"

const run = promisify(execFile)

const git = async (...args: ReadonlyArray<string>): Promise<string> =>
  (await run("git", args, { cwd: root })).stdout.trim()

const versions = async (): Promise<Readonly<Record<string, string>>> => {
  const found: Record<string, string> = {}
  for await (const path of glob("{apps,packages}/*/package.json", { cwd: root })) {
    found[path] = JSON.parse(await readFile(join(root, path), "utf8")).version
  }
  const python = "packages/client-python/src/heddle_client/_generated.py"
  const [, version = ""] = /^__version__ = "(.+)"$/m.exec(await readFile(join(root, python), "utf8")) ?? []
  return { ...found, [python]: version }
}

const linesOf = (text: string): ReadonlyArray<string> => text.split("\n").filter((line) => line !== "")

export interface Repository extends State {
  readonly version: string
  readonly changelog: string
  /** The time of the commit. */
  readonly timestamp: string
}

export async function readState(): Promise<Repository> {
  const found = await versions()
  const version = found["packages/api/package.json"] ?? ""
  const changelog = await readFile(join(root, "docs/changelog.md"), "utf8")
  const tagged = await git("rev-parse", "--quiet", "--verify", `v${version}^{commit}`).catch(() => undefined)
  const [commit = "", timestamp = ""] = linesOf(await git("log", "-1", "--format=%H%n%cI"))
  return {
    version,
    changelog,
    commit,
    timestamp: new Date(timestamp).toISOString(),
    tagged,
    versions: found,
    changes: linesOf(await git("status", "--porcelain")).map((line) => line.trim().replace(/^\S+ /, "")),
    sections: sectionsOf(changelog),
    changesets: (await readdir(join(root, ".changeset"))).filter((name) => name.endsWith(".md"))
  }
}
