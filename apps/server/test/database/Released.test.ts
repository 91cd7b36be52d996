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

describe("What a release has", () => {
  it("migrations never change", () => {
    const recorded = Object.entries(releasedMigrations).map(([name]) => [name, checksumOf(name)])
    assert.deepStrictEqual(Object.fromEntries(recorded), releasedMigrations, "Write a new migration instead")
  })

  it("changes of indexes never change", () => {
    assert.deepStrictEqual(indexChanges.slice(0, releasedIndexChanges.length), releasedIndexChanges, "Add another one")
  })

  it.effect("every text of a function has a version of its own", () =>
    Effect.gen(function* () {
      const now = (yield* sqlFunctions).map(({ name, version, checksum }) => ({ name, version, checksum }))
      const expected = Object.entries(releasedFunctions).map(([name, checksums]) => ({
        name,
        version: checksums.length,
        checksum: checksums.at(-1)
      }))
      assert.deepStrictEqual(
        now,
        expected,
        "A changed function needs a higher version in its file, and its checksum at the end of its list in Released.ts"
      )
    })
  )

  it("the baseline is recorded", () => {
    const [baseline = ""] = Object.keys(migrations)
    assert.property(releasedMigrations, baseline, `Record ${checksumOf(baseline)} in Released.ts`)
  })
})
