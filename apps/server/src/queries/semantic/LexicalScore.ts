/** How close a text is to a topic by the terms they share: BM25, scaled to 0 to 1. Pure. */
import { countTokens } from "@heddle/text"
import type { TopicTerm } from "./TopicTerms.ts"

/** How soon more occurrences of a term count for less. */
const saturation = 1.2
/** How much a long text counts against its occurrences. */
const lengthPenalty = 0.75
/** Tokens of a text of ordinary length. */
const usualTokens = 20

const occurrences = (text: string, piece: string): number => {
  let count = 0
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + piece.length)) count += 1
  return count
}

/** The score of a token text; 0 when it has no term of the topic. */
export const makeScore = (terms: ReadonlyArray<TopicTerm>) => {
  const most = terms.reduce((sum, { weight }) => sum + weight, 0)
  return (tokenText: string): number => {
    let score = 0
    let norm = 0
    for (const { piece, weight } of terms) {
      const times = occurrences(tokenText, piece)
      if (times === 0) continue
      if (norm === 0) norm = saturation * (1 - lengthPenalty + (lengthPenalty * countTokens(tokenText)) / usualTokens)
      score += (weight * times) / (times + norm)
    }
    return most === 0 ? 0 : score / most
  }
}
