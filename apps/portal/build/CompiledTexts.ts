/**
 * Texts are ICU messages in `src/text/locales/LANGUAGE/*.json`. The build compiles them, so that the browser needs no
 * parser, and puts all files of a language into one module: `virtual:texts/LANGUAGE`.
 */
import { compileMessage } from "@lingui/message-utils/compileMessage"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Plugin } from "vite"

const prefix = "virtual:texts/"

/** All messages of a language, as written. */
export const textsOf = (root: string, language: string): Record<string, string> => {
  const folder = join(root, "src/text/locales", language)
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"))
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
      const texts = textsOf(root, id.slice(prefix.length + 1))
      const compiled = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessage(text)]))
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))})`
    }
  }
}
