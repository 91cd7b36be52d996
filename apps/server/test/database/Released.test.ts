import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { sqlFunctions } from "../../src/database/functions/SqlFunctions.ts"
import { migrations } from "../../src/database/migrations/index.ts"
import { indexChanges } from "../../src/database/migrations/indexes.ts"
import { releasedFunctions, releasedIndexChanges, releasedMigrations } from "./Released.ts"

const folder = join(import.meta.dirname, "../../src/database/migrations")
const changelog = readFileSync(join(import.meta.dirname, "../../../../docs/changelog.md"), "utf8")

/** Whether a heading names a commit: `## 1.21.0 · 2026-11-23 · 0123abc`, with the commit as code. */
const isReleased = /^## .*`[0-9a-f]{7,40}`/m.test(changelog)

/** Of all files of a migration. */
const checksumOf = (name: string): string => {
  const hash = createHash("sha256")
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.startsWith(`${name}/`) || file === `${name}.ts`)
  assert.isAbove(files.length, 0, `${name} has no file`)
  for (const file of files.toSorted()) {
    hash.update(file).update(readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n"))
  }
  return hash.digest("hex")
}

describe("From the first release on", () => {
  it("its migrations never change", () => {
    const recorded = Object.entries(releasedMigrations).map(([name]) => [name, checksumOf(name)])
    assert.deepStrictEqual(Object.fromEntries(recorded), releasedMigrations, "Write a new migration instead")
  })

  it("its changes of indexes never change", () => {
    assert.deepStrictEqual(indexChanges.slice(0, releasedIndexChanges.length), releasedIndexChanges, "Add another one")
  })

  it.effect("every text of a function has a version of its own", () =>
    Effect.gen(function* () {
      const now = (yield* sqlFunctions).map(({ name, version, checksum }) => ({ name, version, checksum }))
      const expected = isReleased
        ? Object.entries(releasedFunctions).map(([name, checksums]) => ({
            name,
            version: checksums.length,
            checksum: checksums.at(-1)
          }))
        : now.map((one) => ({ ...one, version: 1 }))
      assert.deepStrictEqual(
        now,
        expected,
        "A changed function needs a higher version in its file, and its checksum at the end of its list in Released.ts"
      )
    })
  )

  it("all that it has is recorded", () => {
    if (!isReleased) return assert.deepStrictEqual({ ...releasedMigrations, ...releasedFunctions }, {})
    const [baseline = ""] = Object.keys(migrations)
    assert.property(releasedMigrations, baseline, `Record ${checksumOf(baseline)} in Released.ts`)
  })
})
