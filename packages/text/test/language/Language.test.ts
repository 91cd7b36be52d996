import { describe, expect, it } from "vitest"
import { languageFilters, languageMatches, languages, parseLanguageFilter } from "../../src/index.ts"

describe("a language filter", () => {
  it("zh covers all Chinese and nothing else", () => {
    expect(languages.filter((language) => languageMatches("zh", language))).toEqual(["zh-Hant", "zh-Hans", "yue", "zh"])
  })

  it.each(languageFilters.filter((filter) => filter !== "zh"))("%s covers only itself", (filter) => {
    expect(languages.filter((language) => languageMatches(filter, language))).toEqual([filter])
  })

  it.each(languageFilters)("%s is read in any case", (filter) => {
    expect(parseLanguageFilter(filter.toUpperCase())).toBe(filter)
    expect(parseLanguageFilter(filter.toLowerCase())).toBe(filter)
  })

  it.each(["", "other", "zh-TW", " zh", "english"])("%j is none", (input) => {
    expect(parseLanguageFilter(input)).toBeUndefined()
  })
})
