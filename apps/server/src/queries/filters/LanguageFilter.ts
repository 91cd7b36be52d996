/** Which stored languages a language filter lets through: `zh` covers all Chinese (service.md, "Language parameter"). */
import type { Language } from "@heddle/api"
import { languageMatches, languages } from "@heddle/text"

export const languagesOf = (filter: Language): ReadonlyArray<string> =>
  languages.filter((language) => languageMatches(filter, language))
