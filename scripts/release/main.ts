/**
 * `npm run release`: builds, packs and proves everything that is published, in `dist/release`.
 * `npm run release:version`: makes the next version.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { cleanEnvironment } from "../../test/support/HeddleProcess.ts"
import { root, writeArtifacts } from "./Artifacts.ts"
import { notesOf, withCommit } from "./Changelog.ts"
import { faultsOf } from "./Faults.ts"
import { makeNextVersion } from "./NextVersion.ts"
import { readState } from "./State.ts"

const folder = join(root, "dist/release")

/** In empty projects. */
const prove = (): boolean => {
  const env = { ...cleanEnvironment(), HEDDLE_TEST_RELEASE: folder, HEDDLE_TEST_REQUIRE_PYTHON: "true" }
  const args = ["run", "--silent", "test:all", "--", "--project", "system", "test/release"]
  return spawnSync("npm", args, { cwd: root, env, stdio: "inherit" }).status === 0
}

/** Returns why there is none, if there is none. */
async function release(): Promise<ReadonlyArray<string>> {
  const state = await readState()
  const { version, commit, timestamp, changelog, tagged, sections } = state
  const faults = faultsOf(state)
  const [section] = sections
  if (faults.length > 0 || section === undefined) return faults
  execFileSync(process.execPath, [join(root, "apps/portal/build/main.ts")], { stdio: "inherit" })
  await writeArtifacts(folder, { version, timestamp, notes: notesOf(section) })
  if (!prove()) return [`${folder} has what was made, but it does not work`]
  const { changes } = await readState()
  if (changes.length > 0) return [`The build changed ${changes.join(", ")}`]
  process.stdout.write(`Heddle ${version} is in ${folder}.\n`)
  if (tagged === undefined) {
    process.stdout.write(`Nothing is released yet: tag ${commit} as v${version}, and run this again.\n`)
  } else {
    await writeFile(join(root, "docs/changelog.md"), withCommit(changelog, version, commit.slice(0, 12)))
    process.stdout.write(`docs/changelog.md now names its commit. Commit that when the files are published.\n`)
  }
  return []
}

const faults = await (process.argv[2] === "version" ? makeNextVersion() : release())
process.stderr.write(faults.map((fault) => `${fault}.\n`).join(""))
if (faults.length > 0) process.exitCode = 1
