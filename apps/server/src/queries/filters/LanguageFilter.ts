/** The stored languages that a filter matches: `zh` covers all Chinese (service.md, "Language parameter"). */
import type { Language } from "@heddle/api"
import { languageMatches, languages } from "@heddle/text"

export const languagesOf = (filter: Language): ReadonlyArray<string> =>
  languages.filter((language) => languageMatches(filter, language))
