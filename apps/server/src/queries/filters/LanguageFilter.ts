/** Language filters: which stored languages a filter of the API matches. */
import type { Language } from "@heddle/api"
import { languageMatches, languages } from "@heddle/text"

/** The stored languages that a filter matches: `zh` covers all Chinese (service.md, "Language parameter"). */
export const languagesOf = (filter: Language): ReadonlyArray<string> =>
  languages.filter((language) => languageMatches(filter, language))

/** The stored languages that any of these filters matches, each once. */
export const languagesOfAny = (filters: ReadonlyArray<Language>): ReadonlyArray<string> => [
  ...new Set(filters.flatMap(languagesOf))
]
