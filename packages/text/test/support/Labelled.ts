import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Language, languages } from "../../src/index.ts"

/**
 * What a text was written in. `ja-kanji` is Japanese without kana, which is told by its words alone; `und` (BCP 47) is
 * no language: emoji, addresses, numbers.
 */
export const labels = [...languages, "ja-kanji", "und"] as const
export type Label = (typeof labels)[number]

export interface Labelled {
  readonly label: Label
  readonly text: string
}

/** The language to be told. */
export const expected = (label: Label): Language => (label === "ja-kanji" ? "ja" : label === "und" ? "other" : label)

const toLabel = (name: string, file: string): Label => {
  const label = labels.find((one) => one === name)
  if (label === undefined) throw new Error(`${file}: \`${name}\` is none of ${labels.join(", ")}`)
  return label
}

const lines = (file: string): ReadonlyArray<string> =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")

/**
 * The texts of a folder, by file: `LABEL.txt` and `LABEL.NAME.txt` hold one text a line, `NAME.tsv` a label, a tab and a
 * text a line. Other files and folders in it are left alone.
 */
export const readLabelled = (folder: string): ReadonlyMap<string, ReadonlyArray<Labelled>> => {
  const found = new Map<string, ReadonlyArray<Labelled>>()
  for (const name of readdirSync(folder).toSorted()) {
    const file = join(folder, name)
    if (name.endsWith(".txt")) {
      const label = toLabel(name.slice(0, name.indexOf(".")), file)
      found.set(
        name,
        lines(file).map((text) => ({ label, text }))
      )
    } else if (name.endsWith(".tsv")) {
      found.set(
        name,
        lines(file).map((line) => {
          const tab = line.indexOf("\t")
          return { label: toLabel(line.slice(0, Math.max(tab, 0)), file), text: line.slice(tab + 1) }
        })
      )
    }
  }
  return found
}

const own = join(import.meta.dirname, "../language/sentences")
const all = (folder: string): ReadonlyArray<Labelled> => [...readLabelled(folder).values()].flat()

/** Sentences of our own: those read while the rules were written, and the development set, of which only counts were seen. */
export const ownSentences = (): Readonly<Record<"known" | "development", ReadonlyArray<Labelled>>> => ({
  known: all(own),
  development: all(join(own, "development"))
})
