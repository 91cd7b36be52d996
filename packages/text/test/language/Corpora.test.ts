import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { identifyLanguage, type Language, languageMatches } from "../../src/index.ts"

// Corpora of others, which are not part of the project: beside the checkout where they are present.
const folder = join(import.meta.dirname, "../../../../../shared/data/language")

const answers = (file: string): Array<Language> =>
  readFileSync(join(folder, file), "utf8")
    .trim()
    .split("\n")
    .map((line) => identifyLanguage(line))

const share = (all: ReadonlyArray<Language>, is: (language: Language) => boolean): number =>
  all.filter(is).length / all.length

describe.skipIf(!existsSync(folder))("on the corpora", () => {
  it("tells Chinese", () => {
    for (const file of ["yue.txt", "zh-Hant.hk.txt", "zh-Hant.gsd.txt"]) {
      expect(share(answers(file), (language) => languageMatches("zh", language))).toBeGreaterThan(0.98)
    }
  })

  it("tells Korean", () => {
    expect(share(answers("ko.txt"), (language) => language === "ko")).toBeGreaterThan(0.98)
  })

  it("tells Cantonese from Mandarin", () => {
    const found = answers("yue.txt").filter((language) => language === "yue").length
    const wrong = [...answers("zh-Hant.hk.txt"), ...answers("zh-Hant.gsd.txt")].filter((l) => l === "yue").length
    expect(found / answers("yue.txt").length).toBeGreaterThan(0.8)
    expect(found / (found + wrong)).toBeGreaterThan(0.99)
  })

  it("tells traditional writing", () => {
    expect(share(answers("zh-Hant.gsd.txt"), (language) => language === "zh-Hant")).toBeGreaterThan(0.98)
  })
})
