/** The commands of our pages are pasted into shells, zsh among them, which takes `#` as a word of the command. */
import { globSync } from "node:fs"
import { expect, it } from "vitest"
import { read, root } from "./TestSources.ts"

const pages = globSync(["*.md", "docs/*.md", "deploy/*.md", "{apps,packages}/*/README.md", "packages/*/docs/*.md"], {
  cwd: root
})

const shellBlocks = /^```(?:sh|shell|bash|console)\n([^]*?)^```$/gm

it.each(pages)("no command of %s has a comment, because zsh would run it", (page) => {
  const lines = Array.from(read(page).matchAll(shellBlocks), ([, block = ""]) => block.split("\n")).flat()
  expect(lines.filter((line) => /(?:^|\s)#/.test(line))).toEqual([])
})
