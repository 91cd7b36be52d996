/** What docs/mcp.md says of tools and files is so. The commands of the page are run by `test/e2e`. */
import { operations } from "@heddle/api"
import { assert, describe, it } from "vitest"
import { readPage } from "../support/ShellBlocks.ts"

const page = readPage("docs/mcp.md")

const blocksOf = (kind: string): ReadonlyArray<string> =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${kind}\n([^]*?)^\`\`\`$`, "gm")), ([, block = ""]) => block)

describe("docs/mcp.md", () => {
  it("has every tool", () => {
    const cells = Array.from(page.matchAll(/^\| (`[^|]+) \|/gm), ([, cell = ""]) => cell)
    const shown = cells.flatMap((cell) => Array.from(cell.matchAll(/`(\w+)`/g), ([, tool]) => tool))
    assert.sameMembers(
      shown,
      operations.flatMap(({ tool }) => (tool === null ? [] : [tool.name]))
    )
  })

  it("has files that are JSON and lead to the endpoint", () => {
    const files = blocksOf("json")
    assert.isNotEmpty(files)
    for (const file of files) assert.include(JSON.stringify(JSON.parse(file)), '"http://127.0.0.1:4000/mcp"')
  })
})
