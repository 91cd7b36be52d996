/** The terms of a topic with their weights. Pure. */
import { encode, identifyLanguage, termPiecesOf, type TermPiece, type VariedPiece, withVariants } from "@heddle/text"
import type { LanguageShare, TermShare } from "../../store/terms/TermShares.ts"
import { languagesOf } from "../filters/Filters.ts"

/** A piece of the topic and its variants as one. */
export interface TopicTerm extends VariedPiece {
  /** Of the posts to compare, from 0 to 1. */
  readonly share: number
  /** The posts to compare that have it. */
  readonly wanted: number
  /** What reading all posts of the last days with the term costs: as much as reading this many in the topic's language. */
  readonly posts: number
  readonly weight: number
}

/** More terms make a comparison slower and hardly better. */
const mostTerms = 100

/** A post in another language is found by the index and skipped; it is neither sent nor scored. */
const skippedCost = 0.35

/** Before there is a sample. */
const assumedShare: Readonly<Record<TermPiece["kind"], number>> = { word: 0.002, pair: 0.001, character: 0.02 }

const chinese: ReadonlySet<string> = new Set(languagesOf("zh"))

/** Of Japanese, only what looks for Chinese posts: there, 机 is no 機. */
const hasVariants = (topic: string, languages: ReadonlyArray<string>): boolean =>
  languages.every((language) => chinese.has(language)) ||
  (languages.some((language) => chinese.has(language)) && chinese.has(identifyLanguage(topic)))

/** Chinese characters count in either script, so that a topic finds posts of both. */
export const piecesOf = (topic: string, languages: ReadonlyArray<string>): ReadonlyArray<VariedPiece> => {
  const pieces = termPiecesOf(encode(topic))
  return hasVariants(topic, languages) ? withVariants(pieces) : pieces.map((piece) => ({ ...piece, variants: [] }))
}

/** Those of the piece and its variants. */
export const indexTermsOf = ({ term, variants }: VariedPiece): ReadonlyArray<number> => [
  term,
  ...variants.map((variant) => variant.term)
]

const sum = (values: Iterable<number>): number => {
  let total = 0
  for (const value of values) total += value
  return total
}

/** The rarest terms, rarest first. `languages` are those of the posts to compare. */
export const weighTerms = (
  pieces: ReadonlyArray<VariedPiece>,
  shares: ReadonlyArray<TermShare>,
  sampled: ReadonlyArray<LanguageShare>,
  languages: ReadonlyArray<string>
): ReadonlyArray<TopicTerm> => {
  const inLanguage = new Map(sampled.map(({ language }) => [language, new Map<number, number>()]))
  for (const { term, language, share } of shares) inLanguage.get(language)?.set(term, share)
  const scope = new Set(languages)
  const inScope = sum(sampled.filter(({ language }) => scope.has(language)).map(({ posts }) => posts))
  const weigh = (piece: VariedPiece): TopicTerm => {
    const terms = indexTermsOf(piece)
    let wanted = 0
    let skipped = 0
    for (const { language, posts, sampled: sampledPosts } of sampled) {
      const known = sum(terms.map((term) => inLanguage.get(language)?.get(term) ?? 0))
      const share = known > 0 ? Math.min(1, known) : Math.min(assumedShare[piece.kind], 1 / sampledPosts)
      if (scope.has(language)) wanted += share * posts
      else skipped += share * posts
    }
    const share = inScope === 0 ? assumedShare[piece.kind] : wanted / inScope
    const weight = Math.log(1 + 1 / Math.max(share, 1e-6))
    return { ...piece, share, wanted, posts: wanted + skippedCost * skipped, weight }
  }
  return pieces
    .map(weigh)
    .toSorted((one, other) => one.posts - other.posts || other.weight - one.weight || one.term - other.term)
    .slice(0, mostTerms)
}
