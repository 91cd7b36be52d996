/** The commands and files in the code blocks of a page. */
import { readFileSync } from "node:fs"

const root = new URL("../../", import.meta.url)

export const readPage = (page: string): string => readFileSync(new URL(page, root), "utf8")

/** The commands in a page's shell blocks, in order, with their continuation lines and without comment lines. */
export const commandsOf = (markdown: string): ReadonlyArray<string> =>
  Array.from(markdown.matchAll(/^```sh\n([^]*?)^```$/gm), ([, block = ""]) => block)
    .flatMap((block) => block.replaceAll(/([\\|])\n\s*/g, (_line, end) => (end === "|" ? "| " : "")).split("\n"))
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))

/** The blocks that readers save as files, by file name. */
export const filesOf = (markdown: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(
      markdown.matchAll(/\bsave (?:this )?as `([^`]+)`[^]*?^```\w+\n([^]*?)^```$/gim),
      ([, name = "", code = ""]) => [name, code]
    )
  )
