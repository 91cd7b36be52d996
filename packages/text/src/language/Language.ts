/** The languages that are identified. `zh` is Chinese whose script is ambiguous. */
export const languages = ["zh-Hant", "zh-Hans", "yue", "zh", "en", "ja", "ko", "other"] as const
export type Language = (typeof languages)[number]

/** The values of the `language` parameter (service.md, "Language parameter"). */
export const languageFilters = ["zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko"] as const
export type LanguageFilter = (typeof languageFilters)[number]

const chinese: ReadonlySet<Language> = new Set<Language>(["zh-Hant", "zh-Hans", "yue", "zh"])

/** `zh` matches all Chinese; every other filter matches only itself. */
export const languageMatches = (filter: LanguageFilter, language: Language): boolean =>
  filter === "zh" ? chinese.has(language) : filter === language

/** Parses a filter, ignoring case. */
export const parseLanguageFilter = (input: string): LanguageFilter | undefined => {
  const wanted = input.toLowerCase()
  return languageFilters.find((filter) => filter.toLowerCase() === wanted)
}
