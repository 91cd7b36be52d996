/** Keyword matching and language identification. Start with README.md. */
export { countCjk } from "./CjkCount.ts"
export { type KeywordIndex, makeKeywordIndex } from "./KeywordIndex.ts"
export { identifyLanguage } from "./language/IdentifyLanguage.ts"
export {
  type Language,
  type LanguageFilter,
  languageFilters,
  languageMatches,
  languages,
  parseLanguageFilter
} from "./language/Language.ts"
export { type KeywordTerms, keywordTerms, type TermPiece, termPiecesOf, termsOf } from "./Terms.ts"
export {
  countTokens,
  eachToken,
  type EncodedKeyword,
  encode,
  encodeKeyword,
  hasToken,
  matchesKeyword
} from "./TokenText.ts"
export { textVersion } from "./Version.ts"
