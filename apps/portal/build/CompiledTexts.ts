/**
 * Texts are ICU messages in `src/text/locales/LANGUAGE/*.json`. The build compiles them, so that the browser needs no
 * parser, and puts the files of a language into two modules: `virtual:texts/first/LANGUAGE` for the first screen and
 * the frame around all screens, `virtual:texts/rest/LANGUAGE` for the other screens.
 */
import { compileMessage } from "@lingui/message-utils/compileMessage"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Plugin } from "vite"

const prefix = "virtual:texts/"

const firstFiles: ReadonlySet<string> = new Set([
  "app.json",
  "operations.json",
  "overview.json",
  "ui.json",
  "usage.json"
])

/** Messages of a language, as written: all, or one of the two parts. */
export const textsOf = (
  root: string,
  language: string,
  part: "all" | "first" | "rest" = "all"
): Record<string, string> => {
  const folder = join(root, "src/text/locales", language)
  const files = readdirSync(folder).filter(
    (name) => name.endsWith(".json") && (part === "all" || firstFiles.has(name) === (part === "first"))
  )
  const parts: ReadonlyArray<Record<string, string>> = files.map((name) =>
    JSON.parse(readFileSync(join(folder, name), "utf8"))
  )
  return Object.assign({}, ...parts)
}

export const compiledTexts = (): Plugin => {
  let root = ""
  return {
    name: "compiled-texts",
    configResolved: (config) => {
      root = config.root
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const [part, language = ""] = id.slice(prefix.length + 1).split("/")
      const texts = textsOf(root, language, part === "rest" ? "rest" : "first")
      const compiled = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessage(text)]))
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))})`
    }
  }
}
