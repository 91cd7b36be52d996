/** What docs/mcp.md says of tools, prices and files is so. The commands of the page are run by `test/e2e`. */
import { operations } from "@heddle/api"
import { assert, describe, it } from "vitest"
import { readPage } from "../support/ShellBlocks.ts"

const page = readPage("docs/mcp.md")

const blocksOf = (kind: string): ReadonlyArray<string> =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${kind}\n([^]*?)^\`\`\`$`, "gm")), ([, block = ""]) => block)

const rowsOf = (heading: string): ReadonlyArray<ReadonlyArray<string>> => {
  const from = page.indexOf(`## ${heading}\n`)
  return page
    .slice(from, page.indexOf("\n## ", from))
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").map((cell) => cell.trim()))
}

describe("docs/mcp.md", () => {
  it("has every tool with its price", () => {
    const shown = rowsOf("Tools").map(([, tool = "", , price = ""]) => [tool.replaceAll("`", ""), price] as const)
    const offered = operations.flatMap(({ tool, price }) => (tool === null ? [] : [[tool.name, price.text] as const]))
    const byName = (one: readonly [string, string], other: readonly [string, string]) => (one[0] < other[0] ? -1 : 1)
    assert.deepStrictEqual(shown.toSorted(byName), offered.toSorted(byName))
  })

  it("has files that are JSON and lead to the endpoint", () => {
    const files = blocksOf("json")
    assert.isNotEmpty(files)
    for (const file of files) assert.include(JSON.stringify(JSON.parse(file)), '"http://127.0.0.1:4000/mcp"')
  })

  it("has a section for each client", () => {
    const linked = Array.from(page.matchAll(/^\| \[[^\]]+\]\(#([a-z-]+)\)/gm), ([, anchor]) => anchor)
    const sections = Array.from(page.matchAll(/^### (.+)$/gm), ([, title = ""]) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z ]/g, "")
        .replaceAll(" ", "-")
    )
    assert.deepStrictEqual(linked, sections)
  })
})
