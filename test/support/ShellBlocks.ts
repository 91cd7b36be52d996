/** What a page asks its reader to type and to save. */
import { readFileSync } from "node:fs"

const root = new URL("../../", import.meta.url)

export const readPage = (page: string): string => readFileSync(new URL(page, root), "utf8")

/** The commands of a page's shell blocks, in order: each with the lines that continue it, without comments of their own. */
export const commandsOf = (markdown: string): ReadonlyArray<string> =>
  Array.from(markdown.matchAll(/^```sh\n([^]*?)^```$/gm), ([, block = ""]) => block)
    .flatMap((block) => block.replaceAll(/([\\|])\n\s*/g, (_line, end) => (end === "|" ? "| " : "")).split("\n"))
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))

/** The blocks that a page says to save, by file name. */
export const filesOf = (markdown: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(
      markdown.matchAll(/\bsave (?:this )?as `([^`]+)`[^]*?^```\w+\n([^]*?)^```$/gim),
      ([, name = "", code = ""]) => [name, code]
    )
  )
