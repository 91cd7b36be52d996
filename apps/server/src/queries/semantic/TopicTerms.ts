/** The terms of a topic with their weights. Pure. */
import { encode, termPiecesOf, type TermPiece } from "@heddle/text"
import type { LanguageShare, TermShare } from "../../store/terms/TermShares.ts"

export interface TopicTerm {
  readonly term: number
  readonly piece: string
  readonly kind: TermPiece["kind"]
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

export const piecesOf = (topic: string): ReadonlyArray<TermPiece> => termPiecesOf(encode(topic))

const sum = (values: Iterable<number>): number => {
  let total = 0
  for (const value of values) total += value
  return total
}

/** The rarest terms, rarest first. `languages` are those of the posts to compare. */
export const weighTerms = (
  pieces: ReadonlyArray<TermPiece>,
  shares: ReadonlyArray<TermShare>,
  sampled: ReadonlyArray<LanguageShare>,
  languages: ReadonlyArray<string>
): ReadonlyArray<TopicTerm> => {
  const known = Map.groupBy(shares, ({ term }) => term)
  const scope = new Set(languages)
  const inScope = sum(sampled.filter(({ language }) => scope.has(language)).map(({ posts }) => posts))
  const weigh = (piece: TermPiece): TopicTerm => {
    const ofTerm = known.get(piece.term) ?? []
    let wanted = 0
    let skipped = 0
    for (const { language, posts, sampled: sampledPosts } of sampled) {
      const share =
        ofTerm.find((one) => one.language === language)?.share ?? Math.min(assumedShare[piece.kind], 1 / sampledPosts)
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
