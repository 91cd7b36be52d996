/**
 * The terms whose counts are kept. A term is a piece of token text: some adjacent tokens with what joins them, so that a
 * text has a term exactly when the keyword of the same token text matches it. Pure.
 */
import { eachToken, hasToken, type KeywordIndex, makeKeywordIndex } from "@heddle/text"

export const mostTokens = 8

export interface KeptTerm {
  readonly id: number
  readonly term: string
}

/** Finds the ids of the terms in a text. */
export type Terms = KeywordIndex<number>

export const termsFrom = (terms: Iterable<KeptTerm>): Terms => {
  const index = makeKeywordIndex<number>()
  for (const { id, term } of terms) if (hasToken(term)) index.set(term, id)
  return index
}

/** The distinct pieces of this many tokens, of those that begin and end with one of `parts`, which have one less. */
export const piecesOf = (tokenText: string, tokens: number, parts: ReadonlySet<string>): ReadonlySet<string> => {
  const pieces = new Set<string>()
  const starts: Array<number> = []
  let lastEnd = 0
  eachToken(tokenText, (start, end) => {
    starts.push(start)
    const from = starts.at(-tokens)
    const second = starts.at(1 - tokens)
    if (from !== undefined) {
      const known =
        tokens === 1 ||
        (second !== undefined && parts.has(tokenText.slice(from, lastEnd)) && parts.has(tokenText.slice(second, end)))
      if (known) pieces.add(tokenText.slice(from, end))
    }
    lastEnd = end
  })
  return pieces
}
