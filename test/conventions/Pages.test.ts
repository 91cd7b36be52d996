/** What every page keeps to: commands that can be pasted into any shell, and links that lead somewhere. */
import { existsSync, globSync } from "node:fs"
import { join, posix } from "node:path"
import { expect, it } from "vitest"
import { read, root } from "./TestSources.ts"

const pages = globSync("**/*.md", {
  cwd: root,
  exclude: (name) => ["node_modules", "dist"].includes(name) || name.startsWith(".")
})
const withCommands = globSync(
  ["*.md", "{docs,deploy}/**/*.md", "{apps,packages}/*/README.md", "packages/*/docs/*.md"],
  {
    cwd: root
  }
)

const shellBlocks = /^```(?:sh|shell|bash|console)\n([^]*?)^```$/gm

it.each(withCommands)("no command of %s has a comment, because zsh would run it", (page) => {
  const lines = Array.from(read(page).matchAll(shellBlocks), ([, block = ""]) => block.split("\n")).flat()
  expect(lines.filter((line) => /(?:^|\s)#/.test(line))).toEqual([])
})

const withoutCode = (page: string): string => read(page).replaceAll(/^```[^]*?^```$/gm, "")

/** The anchors that GitHub gives to the headings of a page. */
const anchorsOf = (page: string): ReadonlySet<string> =>
  new Set(
    Array.from(withoutCode(page).matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
      heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
        .replaceAll(" ", "-")
    )
  )

const leadsSomewhere = (page: string, link: string): boolean => {
  const [path = "", anchor] = link.split("#")
  const target = path === "" ? page : posix.join(posix.dirname(page), path)
  if (!existsSync(join(root, target))) return false
  return anchor === undefined || !target.endsWith(".md") || anchorsOf(target).has(anchor)
}

it.each(pages)("the links of %s lead to files and headings that exist", (page) => {
  const links = Array.from(withoutCode(page).matchAll(/\]\((?![a-z]+:|\/)([^)\s]+)\)/g), ([, link = ""]) => link)
  expect(links.filter((link) => !leadsSomewhere(page, link))).toEqual([])
})
