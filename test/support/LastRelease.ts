/** The server of the last release, from its commit in this repository, with the third-party packages of this checkout. */
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Section, sectionsOf } from "../../scripts/release/Changelog.ts"
import { ownCheckout } from "./HeddleProcess.ts"
import { Optional } from "./Optional.ts"
import { upgradeFrom } from "./TestSettings.ts"

const sections = sectionsOf(readFileSync(join(ownCheckout, "docs/changelog.md"), "utf8"))
const released = sections.find(({ commit }) => commit !== undefined)
const commit = upgradeFrom ?? released?.commit

const isInClone = (name: string): boolean =>
  spawnSync("git", ["cat-file", "-e", `${name}^{commit}`], { cwd: ownCheckout }).status === 0

/** The section of the release that is to follow the last one, once it is written. */
export const nextSection: Section | undefined =
  released === undefined || sections[0] === released ? undefined : sections[0]

/** Its commit. */
export const lastRelease = new Optional({
  thing: "LAST_RELEASE",
  name: "the last release",
  remedy:
    commit === undefined ? "docs/changelog.md names none yet" : `git fetch --unshallow brings its commit ${commit}`,
  find: () => (commit !== undefined && isInClone(commit) ? commit : undefined)
})

/** Without what builds the portal, which a server would do first. */
const parts = ["apps", "packages", "scripts", "docs", "package.json", ":(exclude)apps/portal/build"]

const linkPackages = (folder: string) => {
  const [own, there] = [join(ownCheckout, "node_modules"), join(folder, "node_modules")]
  mkdirSync(join(there, "@heddle"), { recursive: true })
  for (const name of readdirSync(own)) {
    if (!name.startsWith(".") && name !== "@heddle") symlinkSync(join(own, name), join(there, name))
  }
  for (const name of readdirSync(join(folder, "packages"))) {
    symlinkSync(join(folder, "packages", name), join(there, "@heddle", name))
  }
  const ofServer = join(ownCheckout, "apps/server/node_modules")
  if (existsSync(ofServer)) symlinkSync(ofServer, join(folder, "apps/server/node_modules"))
}

/** Returns a temporary folder, which the caller removes. */
export const checkOut = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "heddle-release-"))
  const archive = execFileSync("git", ["archive", name, ...parts], { cwd: ownCheckout, maxBuffer: 2 ** 28 })
  execFileSync("tar", ["-x", "-C", folder], { input: archive })
  linkPackages(folder)
  return folder
}
