/** Every variable of the tests is read in one place and described in one table. */
import { globSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { testVariables } from "../support/TestSettings.ts"
import { read, root, testSources } from "./TestSources.ts"

const settings = "test/support/TestSettings.ts"
const mentioned = (text: string) => new Set(text.match(/\bHEDDLE_TEST_[A-Z_]*[A-Z]\b/g))

describe("variables of the tests", () => {
  it("are all in the table of CONTRIBUTING.md, and nothing else is", () => {
    const rows = read("CONTRIBUTING.md")
      .split("\n")
      .filter((line) => line.startsWith("| `HEDDLE_TEST_"))
    expect([...mentioned(rows.join("\n"))].toSorted()).toEqual(testVariables.toSorted())
  })

  it("that pages, scripts and tests name exist", () => {
    const pages = globSync(["*.md", "docs/**/*.md", "apps/*/**/*.md", "packages/*/**/*.md", ".ci/*"], {
      cwd: root,
      exclude: ["**/node_modules/**"]
    })
    const unknown = [...pages, ...testSources].flatMap((path) =>
      [...mentioned(read(path))].filter((name) => !testVariables.includes(name)).map((name) => `${path}: ${name}`)
    )
    expect(unknown.filter((line) => !/HEDDLE_TEST_(?:REQUIRE)$/.test(line))).toEqual([])
  })

  it("are read in one place", () => {
    const readers = testSources.filter((path) =>
      /Config\.\w+\("HEDDLE_TEST_|env(?:\.|\[")HEDDLE_TEST_/.test(read(path))
    )
    expect(readers.filter((path) => path !== settings)).toEqual([])
  })
})
