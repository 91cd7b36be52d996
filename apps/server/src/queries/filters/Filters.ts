/** What the filters of a call stand for. */
import { invalidParameter, type Language } from "@heddle/api"
import { withoutTokenText } from "@heddle/api/keywords"
import { encodeKeyword, languageMatches, languages } from "@heddle/text"
import { Effect } from "effect"
import { dayOf, plusMillis, startOf } from "../../runtime/Time.ts"
import type { Window } from "../../store/scan/ChunkedScan.ts"

/** Encodes keywords into canonical token text. A keyword without a token fails with a 400 that names `path`. */
export const encodeKeywords = (path: string, keywords: ReadonlyArray<string>) =>
  Effect.forEach(keywords, (keyword) => {
    const encoded = encodeKeyword(keyword)
    return encoded === undefined
      ? Effect.fail(invalidParameter({ path, message: `\`${keyword}\` ${withoutTokenText(keyword)}` }))
      : Effect.succeed(encoded)
  })

/** The stored languages that a filter matches: `zh` covers all Chinese (service.md, "Language parameter"). */
export const languagesOf = (filter: Language): ReadonlyArray<string> =>
  languages.filter((language) => languageMatches(filter, language))

/** The stored languages that any of these filters matches, each once. */
export const languagesOfAny = (filters: ReadonlyArray<Language>): ReadonlyArray<string> => [
  ...new Set(filters.flatMap(languagesOf))
]

/** The window of `days=N`: N UTC days, the last of which is today (decisions, "Times"). `first` is in days since 1970. */
export const lastDays = (days: number, at: Date): Window & { readonly first: number } => {
  const first = dayOf(at) - days + 1
  return { first, from: startOf(first), until: plusMillis(at, 1) }
}
