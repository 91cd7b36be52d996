import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { description, parseDescription } from "./Description.ts"

const folder = import.meta.dirname

/** The sections that a file passes to `testSections`. */
const sectionsIn = (source: string) =>
  Array.from(
    source.matchAll(/^(?: {2}|testSections\(\{ )(?:"([^"]+)"|(\w+)): \{\s*tests: /gm),
    ([, quoted, bare]) => quoted ?? bare ?? ""
  )

describe("the description", () => {
  it("has every section in exactly one test file", () => {
    const named = readdirSync(folder)
      .filter((name) => name.endsWith(".test.ts"))
      .flatMap((name) => sectionsIn(readFileSync(`${folder}/${name}`, "utf8")))
    expect(named.toSorted()).toEqual([...description.keys()].toSorted())
  })

  it("has rows in every section", () => {
    expect([...description].filter(([, rows]) => rows.size === 0)).toEqual([])
  })

  const text =
    "# T\n\n## A\n\n| Method | Path |\n|---|---|\n| GET | /x |\n\n- `/y` (why)\n- So it is.\n\n## B\n\n1. First.\n"

  it("is read by rows and items", () => {
    const read = [...parseDescription(text)].map(([name, rows]) => [name, Object.fromEntries(rows)])
    expect(read).toEqual([
      ["A", { "GET /x": "GET | /x", "/y": "`/y` (why)", "So it is.": "So it is." }],
      ["B", { 1: "First." }]
    ])
    expect(() => parseDescription("## A\n- a\n- a\n")).toThrow("two rows are called a")
  })
})
