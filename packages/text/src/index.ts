/** Keyword matching and language identification. Start with README.md. */
export { countCjk } from "./CharacterClasses.ts"
export { type KeywordIndex, makeKeywordIndex } from "./KeywordIndex.ts"
export {
  type KeywordReading,
  keywordReading,
  type WordlessPart,
  wordlessPartsOf,
  wordsOfKeyword
} from "./KeywordReading.ts"
export { identifyLanguage } from "./language/IdentifyLanguage.ts"
export {
  type Language,
  type LanguageFilter,
  languageFilters,
  languageMatches,
  languages,
  parseLanguageFilter
} from "./language/Language.ts"
export { isHost, proseOf } from "./spans/Spans.ts"
export { type TextMark, type TextMarkKind, textMarkKinds } from "./spans/Marks.ts"
export { wholeSpan } from "./spans/Spans.ts"
export { makePieceCounter, type PieceCounts } from "./PieceCounts.ts"
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
export { type VariedPiece, withVariants } from "./Variants.ts"

/**
 * The version of the rules that derive token text, terms and languages. Store it with derived data, so that data of older
 * rules can be found and derived again. Increase it with every change to this package's output, whether its cause is in
 * the rules, the tables or the Unicode version of Node.
 *
 * Version 0 is data from before versions were introduced.
 */
export const textVersion = 2
