/**
 * Index terms: small numbers that a token text contains, for an inverted index over many texts. Every text that a
 * keyword matches has all terms of the keyword. The other way round holds when the keyword's terms are `exact`; else
 * what the index finds still has to be compared with the keyword.
 *
 * A term is a token, or a pair of Han, kana or Hangul characters with nothing between them: one such character is in
 * many texts, two are as telling as a word. Pairs of words would only make the index large.
 */
import { eachToken, type EncodedKeyword, isWordAt } from "./TokenText.ts"

export interface KeywordTerms {
  /** Distinct; at least one. */
  readonly terms: ReadonlyArray<number>
  /** Whether a text with all these terms is known to match. */
  readonly exact: boolean
}

// An index spends ten times as much on a key as on one more text under it, and most pairs and words are rare. So
// they share keys: few enough that an index of a day's texts stays small, and so many that few texts are found in vain.
const hashBits = 16
const hashMask = (1 << hashBits) - 1
const words = 0
const pairs = 1 << hashBits
/** Above all hashes: the code point of a single character is its term. */
const characters = 1 << 20

/** FNV-1a with a final mix, of a part of a text, cut to the bits of a hash. */
const hash = (text: string, start: number, end: number): number => {
  let h = 0x811c_9dc5
  for (let at = start; at < end; at += 1) h = Math.imul(h ^ text.charCodeAt(at), 0x0100_0193)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b_3c6d)
  return (h ^ (h >>> 14)) & hashMask
}

interface Visitor {
  /** With the term of each token, and whether it is a character right behind another. */
  readonly token: (term: number, touching: boolean) => void
  /** With the term of each pair of touching characters, after the second. */
  readonly pair: (term: number) => void
}

const eachTerm = (tokenText: string, { token, pair }: Visitor): void => {
  let beforeStart = -1
  let beforeEnd = -1
  eachToken(tokenText, (start, end) => {
    if (isWordAt(tokenText, start)) {
      token(words | hash(tokenText, start, end), false)
      beforeEnd = -1
      return
    }
    const touching = beforeEnd === start
    token(characters + (tokenText.codePointAt(start) ?? 0), touching)
    if (touching) pair(pairs | hash(tokenText, beforeStart, end))
    beforeStart = start
    beforeEnd = end
  })
}

/** The distinct terms of a token text. */
export const termsOf = (tokenText: string): Array<number> => {
  const terms = new Set<number>()
  const add = (term: number): void => void terms.add(term)
  eachTerm(tokenText, { token: add, pair: add })
  return [...terms]
}

/** The terms to look for to find an encoded keyword: as few as tell as much as all of them. */
export const keywordTerms = (keyword: EncodedKeyword): KeywordTerms => {
  const terms = new Set<number>()
  let alone: number | undefined
  let tokens = 0
  eachTerm(keyword, {
    token: (term, touching) => {
      tokens += 1
      if (touching) alone = undefined
      else {
        if (alone !== undefined) terms.add(alone)
        alone = term
      }
    },
    pair: (term) => void terms.add(term)
  })
  if (alone !== undefined) terms.add(alone)
  return { terms: [...terms], exact: tokens === 1 && !isWordAt(keyword, 0) }
}
