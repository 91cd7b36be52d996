/** The `language` parameter of every endpoint that filters posts (service.md, "Language parameter"). */
import { Schema, SchemaGetter } from "effect"
import { defaulted } from "./Parameters.ts"

const caseInsensitive = <const L extends ReadonlyArray<string>>(codes: L) => {
  const literals = Schema.Literals(codes)
  const canonical = new Map(codes.map((code) => [code.toLowerCase(), code]))
  return Schema.String.pipe(
    Schema.decodeTo(literals, {
      decode: SchemaGetter.transform((input: string): L[number] => canonical.get(input.toLowerCase()) ?? input),
      encode: SchemaGetter.passthrough()
    })
  )
}

/** Language codes of the query endpoints, case-insensitive on input. `zh` covers the other Chinese codes. */
export const Language = caseInsensitive(["zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko"])
export type Language = typeof Language.Type

/** Languages of webhook rules unless the operator allows others (release 1.18.0). */
export const usualRuleLanguages = [
  "zh",
  "zh-Hant",
  "zh-Hans",
  "yue",
  "ja",
  "ko"
] as const satisfies ReadonlyArray<Language>

/** Codes in the words of a description or a message. */
export const languagesText = (codes: ReadonlyArray<Language>): string => codes.map((code) => `\`${code}\``).join(", ")

/** The default of every `language` parameter. */
export const defaultLanguage = "zh"

/** The parameter; `description` says whose language it filters. */
export const languageParameter = (whose: string) =>
  defaulted(Language, defaultLanguage, {
    description: `${whose}. \`zh\` covers all Chinese.`,
    example: "zh-Hant"
  })

const languagesOfRegions = { TW: "zh-Hant", CN: "zh-Hans", HK: "yue", JP: "ja", KR: "ko", US: "en" } as const

/** Regions of the two ladders, each an alias of a language (decisions, `/stats/…-ladder`), case-insensitive. */
export const Region = caseInsensitive(["TW", "CN", "HK", "JP", "KR", "US"])
type Region = typeof Region.Type

export const languageOfRegion = (region: Region): Language => languagesOfRegions[region]

/** `TW` (zh-Hant), `CN` (zh-Hans), …. */
export const regionsText = Object.entries(languagesOfRegions)
  .map(([region, language]) => `\`${region}\` (${language})`)
  .join(", ")
